"""GLSL of the one pass, put together from switches. Colours are kept with gamma 2, so that no power is needed.

OB26: an id is ``person << 16 | part`` (person 0: the scene, whose part is the instance id). Depth leaves the shader
as the bits of a float, because two integer targets are cheaper to clear and read than targets of two kinds.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import moderngl

# Joint matrices are three rows of four; a uniform block of 16 kB holds the rows of this many joints.
MOST_JOINTS = 256
MOST_CONTACTS = 2


@dataclass(frozen=True, slots=True)
class Switches:
    skinned: bool = False
    textured: bool = False
    masked: bool = False
    colour: bool = True
    baked: bool = True
    planar: bool = False
    contact: bool = False

    def defines(self) -> str:
        on = [name.upper() for name in self.__slots__ if getattr(self, name)]
        # A body has so many small triangles that light read at its corners is as good.
        on += ["LIT_BY_PIXEL"] if self.baked and not self.skinned else []
        on += [f"ID_TARGET {int(self.colour)}", f"DEPTH_TARGET {int(self.colour) + 1}"]
        return "".join(f"#define {name}\n" for name in on)


_BLOCKS = """
layout(std140) uniform Frame {
  mat4 clip;
  vec4 to_light; vec4 key; vec4 sky; vec4 ground;
  vec4 volume_origin;   // w: how far off the surface the light volume is read
  vec4 volume_scale;
  vec4 contact[MOST_CONTACTS];  // centre, radius
};
"""

_VERTEX = """
in vec3 position; in vec4 normal; in vec4 colour; in uint id;
uniform uint person;
#ifdef SKINNED
in uvec4 joints; in vec4 weights;
layout(std140) uniform Joints { vec4 rows[3 * MOST_JOINTS]; };
#endif
#if defined TEXTURED || defined PLANAR
in vec3 uv;
#endif
#ifdef TEXTURED
out vec3 at; out vec4 tint;
#endif
#ifdef CONTACT
out vec3 place;
#endif
#ifdef COLOUR
out vec3 ambient; out vec3 direct;
#ifdef LIT_BY_PIXEL
out vec3 cell;
#elif defined BAKED
uniform sampler3D light;
#endif
#endif
flat out uint what;

void main() {
  vec4 p = vec4(position, 1.);
  vec3 n = normal.xyz;
#ifdef SKINNED
  uvec4 k = joints * 3u;
  vec4 a = rows[k.x] * weights.x + rows[k.y] * weights.y + rows[k.z] * weights.z + rows[k.w] * weights.w;
  k += 1u;
  vec4 b = rows[k.x] * weights.x + rows[k.y] * weights.y + rows[k.z] * weights.z + rows[k.w] * weights.w;
  k += 1u;
  vec4 c = rows[k.x] * weights.x + rows[k.y] * weights.y + rows[k.z] * weights.z + rows[k.w] * weights.w;
  p = vec4(dot(a, p), dot(b, p), dot(c, p), 1.);
  n = vec3(dot(a.xyz, n), dot(b.xyz, n), dot(c.xyz, n));
#endif
  gl_Position = clip * p;
  what = id | (person << 16);
#ifdef COLOUR
  n = normalize(n);
  ambient = mix(ground.rgb, sky.rgb, n.y * .5 + .5);
  direct = key.rgb * max(dot(n, to_light.xyz), 0.);
#ifdef TEXTURED
  at = uv; tint = colour;
#else
  ambient *= colour.rgb * colour.rgb; direct *= colour.rgb * colour.rgb;
#endif
#if defined PLANAR && defined BAKED
  cell = uv;
#elif defined BAKED
  vec3 there = (p.xyz + n * volume_origin.w - volume_origin.xyz) * volume_scale.xyz;
#ifdef LIT_BY_PIXEL
  cell = there;
#else
  vec2 open = textureLod(light, there, 0.).rg;
  ambient *= open.x; direct *= open.y;
#endif
#endif
#ifdef CONTACT
  place = p.xyz;
#endif
#endif
}
"""

_FRAGMENT = """
#ifdef TEXTURED
in vec3 at; in vec4 tint; uniform sampler2DArray pictures;
#endif
#ifdef CONTACT
in vec3 place;
#endif
#ifdef COLOUR
in vec3 ambient; in vec3 direct;
#ifdef LIT_BY_PIXEL
in vec3 cell; uniform sampler3D light; uniform sampler2DArray planes;
#endif
layout(location = 0) out vec4 out_colour;
#endif
flat in uint what;
layout(location = ID_TARGET) out uint out_id;
layout(location = DEPTH_TARGET) out uint out_depth;

void main() {
#ifdef TEXTURED
  vec4 base = tint * texture(pictures, at);
#ifdef MASKED
  if (base.a < .5) discard;
#endif
#endif
#ifdef COLOUR
  vec2 open = vec2(1.);
#if defined LIT_BY_PIXEL && defined PLANAR
  open = texture(planes, cell).rg;
#elif defined LIT_BY_PIXEL
  open = texture(light, cell).rg;
#endif
#ifdef CONTACT
  // Only what faces upwards is drawn with this switch.
  for (int i = 0; i < MOST_CONTACTS; i++) {
    vec3 d = contact[i].xyz - place;
    float r2 = contact[i].w * contact[i].w, l2 = dot(d, d) + .2 * r2;
    float dark = clamp(d.y * inversesqrt(l2), 0., 1.) * min(r2 / l2, 1.);
    open *= 1. - vec2(.75, .6) * dark;
  }
#endif
  vec3 lit = sqrt(ambient * open.x + direct * open.y);
#ifdef TEXTURED
  lit *= base.rgb;
#endif
  out_colour = vec4(lit, 1.);
#endif
  out_id = what;
  out_depth = floatBitsToUint(1. / gl_FragCoord.w);
}
"""

FRAME_BINDING, JOINTS_BINDING = 0, 1
PICTURES_UNIT, LIGHT_UNIT, PLANES_UNIT = 0, 1, 2


class Programs:
    """Compiles each combination of switches once."""

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self.get = functools.cache(self._compile)

    def _compile(self, switches: Switches) -> moderngl.Program:
        head = f"#version 430\n#define MOST_JOINTS {MOST_JOINTS}\n#define MOST_CONTACTS {MOST_CONTACTS}\n"
        head += switches.defines() + _BLOCKS
        program = self._context.program(vertex_shader=head + _VERTEX, fragment_shader=head + _FRAGMENT)
        for block, binding in (("Frame", FRAME_BINDING), ("Joints", JOINTS_BINDING)):
            if block in program:
                _member(program, block).binding = binding
        for sampler, unit in (("pictures", PICTURES_UNIT), ("light", LIGHT_UNIT), ("planes", PLANES_UNIT)):
            if sampler in program:
                _member(program, sampler).value = unit
        return program


def _member(program: moderngl.Program, name: str) -> Any:
    return program[name]
