import type { Look } from './colour-ramps.ts';
import type { MapFrame } from './messages.ts';
import { computeAxes, type HeatPainter } from './painter.ts';

/** Two triangles that cover the canvas. */
const CORNERS = new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]);

const VERTEX = `#version 300 es
in vec2 corner;
void main() { gl_Position = vec4(corner, 0.0, 1.0); }`;

/** Reads the level of the cell at a pixel, and its colour with the number of its band (plus 1; 0 is hidden) as alpha. */
const FRAGMENT = `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
uniform usampler2D levels;
uniform usampler2D palette;
uniform vec2 offset;
uniform float cellStep;
uniform float height;
uniform vec3 line;
out vec4 colour;
void main() {
  vec2 place = vec2(gl_FragCoord.x, height - gl_FragCoord.y) - offset;
  ivec2 last = textureSize(levels, 0) - 1;
  ivec2 cell = ivec2(floor(place / cellStep));
  if (any(lessThan(cell, ivec2(0))) || any(greaterThan(cell, last))) discard;
  uint level = texelFetch(levels, cell, 0).r;
  uvec4 found = texelFetch(palette, ivec2(int(level), 0), 0);
  if (found.a == 0u) discard;
  ivec2 next = min(ivec2(floor((place + 1.0) / cellStep)), last);
  uint right = texelFetch(levels, ivec2(next.x, cell.y), 0).r;
  uint below = texelFetch(levels, ivec2(cell.x, next.y), 0).r;
  bool isLine =
    (right != level && texelFetch(palette, ivec2(int(right), 0), 0).a != found.a) ||
    (below != level && texelFetch(palette, ivec2(int(below), 0), 0).a != found.a);
  colour = vec4(isLine ? line : vec3(found.rgb) / 255.0, 1.0);
}`;

/**
 * Creates a painter on the GPU; undefined without WebGL2.
 *
 * @param acceptsSlow accepts WebGL2 that the browser computes without a GPU, which is slower than a canvas
 */
export function createWebglPainter(canvas: HTMLCanvasElement, acceptsSlow = true): HeatPainter | undefined {
  const gl = canvas.getContext('webgl2', {
    antialias: false,
    depth: false,
    stencil: false,
    failIfMajorPerformanceCaveat: !acceptsSlow,
  });
  const program = gl && linkProgram(gl);
  if (!gl || !program) return undefined;
  gl.useProgram(program);
  const buffer = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, CORNERS, gl.STATIC_DRAW);
  const corner = gl.getAttribLocation(program, 'corner');
  gl.enableVertexAttribArray(corner);
  gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 0, 0);
  const find = (name: string) => gl.getUniformLocation(program, name);
  const places = {
    offset: find('offset'),
    cellStep: find('cellStep'),
    height: find('height'),
    line: find('line'),
  };
  gl.uniform1i(find('levels'), 0);
  gl.uniform1i(find('palette'), 1);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  const levelTexture = createTexture(gl, 0);
  const paletteTexture = createTexture(gl, 1);
  let shown: { readonly levels: Uint8Array; readonly look: Look | undefined } | undefined;
  return {
    kind: 'webgl',
    paint: (frame, view, look, ratio) => {
      const { height, width } = canvas;
      gl.viewport(0, 0, width, height);
      gl.clear(gl.COLOR_BUFFER_BIT);
      if (shown?.levels !== frame.levels) uploadLevels(gl, frame);
      if (shown?.look !== look) uploadLook(gl, look);
      shown = { levels: frame.levels, look };
      const { horizontal, vertical } = computeAxes(frame, view, ratio);
      gl.uniform2f(places.offset, horizontal.offset, vertical.offset);
      gl.uniform1f(places.cellStep, horizontal.step);
      gl.uniform1f(places.height, height);
      const [red, green, blue] = look.line;
      gl.uniform3f(places.line, red / 255, green / 255, blue / 255);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    },
    dispose: () => {
      gl.deleteTexture(levelTexture);
      gl.deleteTexture(paletteTexture);
      gl.deleteBuffer(buffer);
      gl.deleteProgram(program);
    },
  };
}

function uploadLevels(gl: WebGL2RenderingContext, { grid, levels }: MapFrame): void {
  gl.activeTexture(gl.TEXTURE0);
  const { columns, rows } = grid;
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8UI, columns, rows, 0, gl.RED_INTEGER, gl.UNSIGNED_BYTE, levels);
}

/** Uploads the colours with their bands as alpha. */
function uploadLook(gl: WebGL2RenderingContext, { bands, palette }: Look): void {
  const both = palette.slice();
  for (const [level, band] of bands.entries())
    both[level * 4 + 3] = (palette[level * 4 + 3] ?? 0) === 0 ? 0 : Math.min(band, 254) + 1;
  gl.activeTexture(gl.TEXTURE1);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8UI, 256, 1, 0, gl.RGBA_INTEGER, gl.UNSIGNED_BYTE, both);
}

function createTexture(gl: WebGL2RenderingContext, unit: number): WebGLTexture {
  const texture = gl.createTexture();
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  return texture;
}

function linkProgram(gl: WebGL2RenderingContext): WebGLProgram | undefined {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) return undefined;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  return gl.getProgramParameter(program, gl.LINK_STATUS) === true ? program : undefined;
}
