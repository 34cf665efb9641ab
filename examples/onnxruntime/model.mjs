/** A small ONNX model as bytes: logits = hidden · weights, and the k greatest logits of each row by ONNX's own TopK. */

const text = new TextEncoder();

function varint(value) {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}

/** A field of a protobuf message: a number, a string, or bytes such as another message. */
function field(number, value) {
  if (typeof value === 'number') return [...varint(number * 8), ...varint(value)];
  const bytes = typeof value === 'string' ? text.encode(value) : value;
  return [...varint(number * 8 + 2), ...varint(bytes.length), ...bytes];
}

const FLOAT = 1;
const INT64 = 7;

/** A tensor that the model holds. */
function initializer(name, type, dims, data) {
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return [...dims.flatMap((size) => field(1, size)), ...field(2, type), ...field(8, name), ...field(9, raw)];
}

/** Name, type and shape of an input or output. */
function valueInfo(name, type, dims) {
  const shape = dims.flatMap((size) => field(1, field(1, size)));
  return [...field(1, name), ...field(2, field(1, [...field(1, type), ...field(2, shape)]))];
}

function node(type, inputs, outputs) {
  const names = (number, all) => all.flatMap((name) => field(number, name));
  return [...names(1, inputs), ...names(2, outputs), ...field(4, type)];
}

/** A model of these nodes. The numbers of the formats: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto. */
function model(graph) {
  const opset = [...field(1, ''), ...field(2, 17)];
  return Uint8Array.from([...field(1, 8), ...field(7, graph), ...field(8, opset)]);
}

const topK = (k) => [
  ...field(1, node('TopK', ['logits', 'k'], ['values', 'indices'])),
  ...field(2, 'logits'),
  ...field(5, initializer('k', INT64, [1], BigInt64Array.of(BigInt(k)))),
];

const topKOutputs = ({ rows, k }) => [
  ...field(12, valueInfo('values', FLOAT, [rows, k])),
  ...field(12, valueInfo('indices', INT64, [rows, k])),
];

export function logitsModel({ rows, width, vocabulary, k, weights }) {
  return model([
    ...field(1, node('MatMul', ['hidden', 'weights'], ['logits'])),
    ...topK(k),
    ...field(5, initializer('weights', FLOAT, [width, vocabulary], weights)),
    ...field(11, valueInfo('hidden', FLOAT, [rows, width])),
    ...field(12, valueInfo('logits', FLOAT, [rows, vocabulary])),
    ...topKOutputs({ rows, k }),
  ]);
}

/** Only ONNX's TopK, of logits that the caller gives. */
export function topKModel({ rows, vocabulary, k }) {
  return model([...topK(k), ...field(11, valueInfo('logits', FLOAT, [rows, vocabulary])), ...topKOutputs({ rows, k })]);
}
