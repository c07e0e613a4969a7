def track_grad(pid, target, x, dt, n):
    """Gradient of tests.pairs.objects.track with respect to pid."""
    # forward
    kp = pid.kp
    ki = pid.ki
    kd = pid.kd
    integral = pid.integral
    last = pid.last
    saved = []
    for _ in range(n):
        error = target - x
        integral = integral + error
        change = error - last
        saved.append((x, integral, change))
        force = kp * error + ki * integral + kd * change
        x = x + dt * (force - x * x * x)
        last = error
    pid.integral = integral
    pid.last = last

    # backward
    kp_bar = 0.0
    ki_bar = 0.0
    kd_bar = 0.0
    integral_bar = 0.0
    last_bar = 0.0
    x_bar = 0.0
    for _ in range(n):
        # x = x + dt * (force - x * x * x)
        x, a, change = saved.pop()
        error = target - x
        force_bar = dt * x_bar
        p = force_bar * x * x
        # return self.kp * error + self.ki * self.integral + self.kd * change
        kp_bar += force_bar * error
        ki_bar += force_bar * a
        kd_bar += force_bar * change
        integral_bar += ki * force_bar
        change_bar = kd * force_bar
        error_bar = kp * force_bar + 2.0 * dt * error + last_bar
        # change = error - self.last
        last_bar = -change_bar
        # self.integral = self.integral + error
        error_bar += integral_bar + change_bar
        # error = target - x
        x_bar -= x * x * force_bar + 2.0 * p + error_bar
    return SimpleNamespace(
        kp=kp_bar, ki=ki_bar, kd=kd_bar, integral=integral_bar, last=last_bar
    )
