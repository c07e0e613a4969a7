"""What operations require and prove of sizes."""
