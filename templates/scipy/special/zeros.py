"""Zeros of functions, by counts: constants."""

from scipy import special

from tangentlite.rules.registry import constant

constant(
    special.ai_zeros, special.bi_zeros, special.ber_zeros, special.bei_zeros,
    special.berp_zeros, special.beip_zeros, special.ker_zeros, special.kei_zeros,
    special.kerp_zeros, special.keip_zeros, special.kelvin_zeros, special.erf_zeros,
    special.fresnel_zeros, special.fresnelc_zeros, special.fresnels_zeros,
    special.jn_zeros, special.jnp_zeros, special.jnjnp_zeros, special.jnyn_zeros,
    special.yn_zeros, special.ynp_zeros, special.y0_zeros, special.y1_zeros,
    special.y1p_zeros,
)  # fmt: skip
