/**
 * Sprites in tiles, drawn from the farthest to the nearest in each tile. A compute node of three.js makes the depths, a
 * plan of the library sorts the sprites of each tile, and three.js draws them in that order. These are three
 * submissions of one frame. README.md says how to run it.
 */
import { Fn, instancedArray, instanceIndex, positionGeometry, uint, varying, vec3, vec4 } from 'three/tsl';
import * as THREE from 'three/webgpu';
import { createSegmentedSort, deviceDescriptor } from 'webgpu-segmented';

/** Tiles along a side of the picture, pixels along a side of a tile, sprites of a tile. */
const TILES = 8;
const PIXELS = 4;
const SPRITES = 40;
const COUNT = TILES * TILES * SPRITES;

/** A sprite's depth in a frame: whole numbers below 2^24, which f32 holds. */
const FACTOR = 2654435761;
const depthOf = (sprite, frame) => Math.imul(sprite + frame * COUNT, FACTOR) >>> 8;

/** The sprite that is drawn last in a tile: the nearest. */
function nearest(tile, frame) {
  const sprites = Array.from({ length: SPRITES }, (_, i) => tile * SPRITES + i);
  return sprites.reduce((a, b) => (depthOf(b, frame) < depthOf(a, frame) ? b : a));
}

/** All sprites of all tiles as one mesh. A sprite covers its tile, and its colour is its number. */
function spriteMesh(order) {
  const material = new THREE.MeshBasicNodeMaterial({ depthTest: false, depthWrite: false });
  const tile = instanceIndex.div(uint(SPRITES));
  const corner = vec3(tile.mod(uint(TILES)).toFloat(), tile.div(uint(TILES)).toFloat(), 0);
  material.positionNode = positionGeometry.add(corner);
  const sprite = order.element(instanceIndex);
  const low = sprite.mod(uint(256)).toFloat().div(255);
  const high = sprite.div(uint(256)).toFloat().div(255);
  material.colorNode = varying(vec4(low, high, 0, 1));
  const mesh = new THREE.Mesh(new THREE.PlaneGeometry(1, 1), material);
  mesh.count = COUNT;
  mesh.frustumCulled = false;
  return mesh;
}

/** Draws frames with a renderer, and checks every pixel. */
async function drawFrames(renderer) {
  await renderer.init();
  const { device } = renderer.backend;
  const depths = instancedArray(COUNT, 'float');
  const order = instancedArray(COUNT, 'uint');
  const frameOf = (frame) =>
    Fn(() => {
      const number = instanceIndex.add(uint(frame * COUNT)).mul(uint(FACTOR));
      depths.element(instanceIndex).assign(number.shiftRight(uint(8)).toFloat());
      order.element(instanceIndex).assign(instanceIndex);
    })().compute(COUNT);

  const scene = new THREE.Scene();
  scene.add(spriteMesh(order));
  const camera = new THREE.OrthographicCamera(-0.5, TILES - 0.5, TILES - 0.5, -0.5, -1, 1);
  const target = new THREE.RenderTarget(TILES * PIXELS, TILES * PIXELS);
  const sort = await createSegmentedSort(device, {
    ...{ keyType: 'f32', valueType: 'index', order: 'descending', inPlace: true },
    ...{ maxItems: COUNT, maxSegments: TILES * TILES, maxSegmentSize: SPRITES },
  });

  for (let frame = 0; frame < 2; frame++) {
    renderer.compute(frameOf(frame));
    // three.js makes a buffer when it is first used.
    const bufferOf = (node) => renderer.backend.get(node.value).buffer;
    const encoder = device.createCommandEncoder();
    sort.encode(encoder, {
      ...{ keysIn: bufferOf(depths), keysOut: bufferOf(depths), valuesOut: bufferOf(order) },
      ...{ segments: { size: SPRITES, count: TILES * TILES }, itemCount: COUNT },
    });
    device.queue.submit([encoder.finish()]);
    renderer.setRenderTarget(target);
    renderer.render(scene, camera);
    const side = TILES * PIXELS;
    checkPixels(await renderer.readRenderTargetPixelsAsync(target, 0, 0, side, side), frame);
  }
  sort.destroy();
}

function checkPixels(pixels, frame) {
  const side = TILES * PIXELS;
  const stride = pixels.length / side;
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      // The first row of a render target is the top one, where tiles have the largest number.
      const tile = Math.floor((side - 1 - y) / PIXELS) * TILES + Math.floor(x / PIXELS);
      const at = y * stride + 4 * x;
      const found = pixels[at] + 256 * pixels[at + 1];
      const expected = nearest(tile, frame);
      if (found !== expected) throw new Error(`frame ${frame}, pixel ${x}, ${y}: sprite ${found}, not ${expected}`);
    }
  }
}

const features = (device) => (device.features.has('subgroups') ? 'with subgroups' : 'without subgroups');

window.run = async () => {
  const theirs = new THREE.WebGPURenderer();
  await drawFrames(theirs);
  const adapter = await navigator.gpu.requestAdapter();
  const device = await adapter.requestDevice(deviceDescriptor(adapter));
  await drawFrames(new THREE.WebGPURenderer({ device }));
  const sprites = `${COUNT} sprites in ${TILES * TILES} tiles, every pixel is of the nearest`;
  return [
    `the renderer's device, ${features(theirs.backend.device)}: ${sprites}`,
    `our device, ${features(device)}: the same`,
  ];
};
