/**
 * GLSL of the crowd. Numbers come from textures alone: packed integers of each agent (a row each), a table of each kind, and for
 * the blended methods the bones' motions that a pass of its own writes once per frame (bonePass).
 */

/** Reads packed numbers and turns them into a bone's own rotation. Rows of the table per kind: bones, dofs, segments. */
export const kinematicsGlsl = /* glsl */ `
uniform highp isampler2D agentBody;
#ifdef AGENT_FINGERS
uniform highp isampler2D agentFingers;
#endif
#ifdef AGENT_FACE
uniform highp isampler2D agentFace;
#endif
uniform highp sampler2D agentTable;
uniform highp sampler2D agentLooks;

int agentNumber(int stream, int column, int agent) {
#ifdef AGENT_FINGERS
  if (stream == 1) return texelFetch(agentFingers, ivec2(column, agent), 0).r;
#endif
#ifdef AGENT_FACE
  if (stream == 2) return texelFetch(agentFace, ivec2(column, agent), 0).r;
#endif
  return stream == 0 ? texelFetch(agentBody, ivec2(column, agent), 0).r : 0;
}

vec4 agentTimes(vec4 a, vec4 b) {
  return vec4(a.w * b.xyz + b.w * a.xyz + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz));
}

vec3 agentTurned(vec4 q, vec3 v) {
  vec3 t = 2.0 * cross(q.xyz, v);
  return v + q.w * t + cross(q.xyz, t);
}

// Sine and cosine of at most a quarter turn, to the last bits of a float. GLSL's own may be off by 2^-11, which is half a
// millimetre on an arm for each joint that carries it.
vec2 agentSinCos(float x) {
  float q = x * x;
  float s = 1.0 + q * (-1.6666667e-1 + q * (8.3333333e-3 + q * (-1.9841270e-4 + q * (2.7557319e-6 - q * 2.5052108e-8))));
  float c = -5.0e-1 + q * (4.1666667e-2 + q * (-1.3888889e-3 + q * (2.4801587e-5 + q * (-2.7557319e-7 + q * 2.0876757e-9))));
  return vec2(x * s, 1.0 + q * c);
}

// Texels of a bone: rest position and parent; first dof, number of dofs, border.
vec4 agentBoneTurn(int row, vec4 dofs, int agent) {
  vec4 turn = vec4(0.0, 0.0, 0.0, 1.0);
  int first = int(dofs.x);
  for (int i = 0; i < int(dofs.y); i++) {
    vec4 axis = texelFetch(agentTable, ivec2(2 * (first + i), row + 1), 0);
    vec4 source = texelFetch(agentTable, ivec2(2 * (first + i) + 1, row + 1), 0);
    float halfAngle = 0.5 * axis.w * float(agentNumber(int(source.x), int(source.y), agent));
    vec2 sinCos = agentSinCos(halfAngle);
    turn = agentTimes(turn, vec4(axis.xyz * sinCos.x, sinCos.y));
  }
  return turn;
}

vec3 agentRootMove(int row, int agent) {
  vec3 hips = texelFetch(agentTable, ivec2(0, row), 0).xyz;
  return POSITION_STEP * vec3(agentNumber(0, 0, agent), agentNumber(0, 1, agent), agentNumber(0, 2, agent)) - hips;
}
`;

/** One fragment per bone and agent: from the bone up to the hips, turn about each joint; then the place of the root. */
export const bonePassFragmentGlsl = /* glsl */ `
precision highp float;
precision highp int;
${kinematicsGlsl}
layout(location = 0) out vec4 outTurn;
layout(location = 1) out vec4 outMove;

void main() {
  int agent = int(gl_FragCoord.y);
  int row = ROWS_PER_KIND * int(texelFetch(agentLooks, ivec2(1, agent), 0).w);
  vec4 turn = vec4(0.0, 0.0, 0.0, 1.0);
  vec3 move = vec3(0.0);
  int bone = int(gl_FragCoord.x);
  for (int i = 0; i < 64 && bone >= 0; i++) {
    vec4 rest = texelFetch(agentTable, ivec2(2 * bone, row), 0);
    vec4 own = agentBoneTurn(row, texelFetch(agentTable, ivec2(2 * bone + 1, row), 0), agent);
    turn = agentTimes(own, turn);
    move = agentTurned(own, move - rest.xyz) + rest.xyz;
    bone = int(rest.w);
  }
  outTurn = turn;
  outMove = vec4(move + agentRootMove(row, agent), 1.0);
}
`;

/** Vertex stage: agentDeform() gives position and normal of this vertex of this agent, by the chosen method. */
export const deformGlsl = /* glsl */ `
${kinematicsGlsl}
in float agentRow;
#if AGENT_METHOD == 0
#else
in vec4 agentBones;
in vec4 agentWeights;
uniform highp sampler2D agentTurns;
uniform highp sampler2D agentMoves;
#endif
#ifdef AGENT_MORPHS
uniform highp sampler2D agentMorphs;
uniform highp sampler2D agentBinds;
uniform int agentBindCount;
#endif

#ifdef AGENT_MORPHS
vec3 agentMorphed(vec3 restPosition, int agent) {
  vec3 morphed = restPosition;
  for (int i = 0; i < agentBindCount; i++) {
    // Column of the stream, first texel of the morph target, weight.
    vec4 bind = texelFetch(agentBinds, ivec2(i, 0), 0);
    float amount = FACE_STEP * bind.z * float(agentNumber(2, int(bind.x), agent));
    if (amount == 0.0) continue;
    int texel = int(bind.y) + gl_VertexID;
    morphed += amount * texelFetch(agentMorphs, ivec2(texel % MORPH_WIDTH, texel / MORPH_WIDTH), 0).xyz;
  }
  return morphed;
}
#endif

#if AGENT_METHOD == 0

// Ramps at the sides of a bone's box; the one at its joint has a width of its own. Same lines as segmentWeight().
float agentSegmentWeight(int row, int bone, float border, vec3 place) {
  if (border == 0.0) return 0.0;
  vec4 low = texelFetch(agentTable, ivec2(2 * bone, row + 2), 0);
  vec4 high = texelFetch(agentTable, ivec2(2 * bone + 1, row + 2), 0);
  vec3 axis = vec3(1.0, 2.0, 3.0);
  vec3 lowSoft = mix(vec3(high.w), vec3(low.w), equal(axis, vec3(border)));
  vec3 highSoft = mix(vec3(high.w), vec3(low.w), equal(axis, vec3(-border)));
  vec3 ramps = clamp(0.5 + (place - low.xyz) / lowSoft, 0.0, 1.0) * clamp(0.5 + (high.xyz - place) / highSoft, 0.0, 1.0);
  return ramps.x * ramps.y * ramps.z;
}

void agentMotion(int agent, int row, vec3 place, inout vec3 at, inout vec3 facing) {
  int count = int(texelFetch(agentTable, ivec2(1, row), 0).w);
  for (int bone = count - 1; bone >= 0; bone--) {
    vec4 dofs = texelFetch(agentTable, ivec2(2 * bone + 1, row), 0);
    float weight = bone == 0 ? 1.0 : agentSegmentWeight(row, bone, dofs.z, place);
    if (weight == 0.0) continue;
    vec4 turn = agentBoneTurn(row, dofs, agent);
    vec3 pivot = texelFetch(agentTable, ivec2(2 * bone, row), 0).xyz;
    at = mix(at, agentTurned(turn, at - pivot) + pivot, weight);
    facing = mix(facing, agentTurned(turn, facing), weight);
  }
  at += agentRootMove(row, agent);
}

#elif AGENT_METHOD == 1

void agentMotion(int agent, int row, vec3 place, inout vec3 at, inout vec3 facing) {
  vec3 position = vec3(0.0);
  vec3 direction = vec3(0.0);
  for (int k = 0; k < 4; k++) {
    if (agentWeights[k] == 0.0) continue;
    ivec2 texel = ivec2(int(agentBones[k]), agent);
    vec4 turn = texelFetch(agentTurns, texel, 0);
    position += agentWeights[k] * (agentTurned(turn, at) + texelFetch(agentMoves, texel, 0).xyz);
    direction += agentWeights[k] * agentTurned(turn, facing);
  }
  at = position;
  facing = direction;
}

#else

void agentMotion(int agent, int row, vec3 place, inout vec3 at, inout vec3 facing) {
  vec4 first = texelFetch(agentTurns, ivec2(int(agentBones.x), agent), 0);
  vec4 real = vec4(0.0);
  vec4 dual = vec4(0.0);
  for (int k = 0; k < 4; k++) {
    if (agentWeights[k] == 0.0) continue;
    ivec2 texel = ivec2(int(agentBones[k]), agent);
    vec4 turn = texelFetch(agentTurns, texel, 0);
    float weight = dot(first, turn) < 0.0 ? -agentWeights[k] : agentWeights[k];
    real += weight * turn;
    dual += weight * agentTimes(vec4(0.5 * texelFetch(agentMoves, texel, 0).xyz, 0.0), turn);
  }
  float size = length(real);
  vec4 turn = real / size;
  at = agentTurned(turn, at) + 2.0 * agentTimes(dual / size, vec4(-turn.xyz, turn.w)).xyz;
  facing = agentTurned(turn, facing);
}

#endif

void agentDeform(vec3 restPosition, vec3 restNormal, out vec3 at, out vec3 facing) {
  int agent = int(agentRow + 0.5);
  int row = ROWS_PER_KIND * int(texelFetch(agentLooks, ivec2(1, agent), 0).w);
#ifdef AGENT_MORPHS
  at = agentMorphed(restPosition, agent);
#else
  at = restPosition;
#endif
  facing = restNormal;
  agentMotion(agent, row, restPosition, at, facing);
  facing = normalize(facing);
  vec4 place = texelFetch(agentLooks, ivec2(0, agent), 0);
  at = at * place.w + place.xyz;
}
`;
