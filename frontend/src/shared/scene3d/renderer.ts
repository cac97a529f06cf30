/**
 * One WebGLRenderer for every 3D view on a page, painted into 2D canvases: browsers keep about sixteen contexts, and
 * a lost one takes a picture with it.
 */
import { ACESFilmicToneMapping, PCFShadowMap, WebGLRenderer } from 'three';
import type { Camera, Scene } from 'three';

let shared: WebGLRenderer | null | undefined;
const MOST_PIXEL_RATIO = 2;

/** Null where the browser gives no WebGL 2; every page must do without. */
export function sharedRenderer(): WebGLRenderer | null {
  if (shared === undefined) shared = create();
  return shared;
}

function create(): WebGLRenderer | null {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2', { antialias: true, preserveDrawingBuffer: true });
  if (!context) return null;
  try {
    const renderer = new WebGLRenderer({ canvas, context, antialias: true, preserveDrawingBuffer: true });
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFShadowMap;
    renderer.toneMapping = ACESFilmicToneMapping;
    renderer.toneMappingExposure = 1.05;
    return renderer;
  } catch {
    return null;
  }
}

/** Renders into a 2D canvas of any size. False when there is nothing to paint with. */
export function paint(canvas: HTMLCanvasElement, scene: Scene, camera: Camera): boolean {
  const renderer = sharedRenderer();
  const context = canvas.getContext('2d');
  if (!renderer || !context || renderer.getContext().isContextLost()) return false;
  const { width, height } = pixelSize(canvas);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  renderer.setPixelRatio(1);
  renderer.setSize(width, height, false);
  renderer.render(scene, camera);
  context.drawImage(renderer.domElement, 0, 0, width, height);
  return true;
}

export function pixelSize(canvas: HTMLCanvasElement): { width: number; height: number } {
  const ratio = Math.min(MOST_PIXEL_RATIO, window.devicePixelRatio || 1);
  return {
    width: Math.max(2, Math.floor(canvas.clientWidth * ratio)),
    height: Math.max(2, Math.floor(canvas.clientHeight * ratio)),
  };
}
