import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The network of metapredict V3 (MIT licence, metapredict.LICENSE): two bidirectional LSTM layers, layer normalisation and a linear
 * unit. Emenecker, Griffith and Holehouse, Biophys. J. 120 (2021) 4312-4319; Lotthammer et al., bioRxiv 2024.11.05.622168.
 * Its weights are in metapredict-v3.f32, which extract_weights.py makes; the equations are those of PyTorch's LSTM.
 */
export const LETTERS = 'ACDEFGHIKLMNPQRSTVWY';

const HIDDEN = 52;
const BOTH = 2 * HIDDEN;
/** Input, forget, cell and output gate. */
const GATES = 4 * HIDDEN;
/** The default of PyTorch. */
const EPSILON = 1e-5;

interface Direction {
  /** A row of `inputs` weights for each gate unit. */
  input: Float64Array;
  inputs: number;
  hidden: Float64Array;
  bias: Float64Array;
}

interface Network {
  layers: [forward: Direction, backward: Direction][];
  scale: Float64Array;
  shift: Float64Array;
  weight: Float64Array;
  bias: number;
}

let loaded: Network | undefined;

function network(): Network {
  if (loaded) return loaded;
  const file = readFileSync(join(import.meta.dirname, 'metapredict-v3.f32'));
  let at = 0;
  const take = (count: number) => Float64Array.from({ length: count }, () => file.readFloatLE(4 * at++));
  const direction = (inputs: number): Direction => {
    const [input, hidden] = [take(GATES * inputs), take(GATES * HIDDEN)];
    const [first, second] = [take(GATES), take(GATES)];
    return { input, inputs, hidden, bias: first.map((value, i) => value + second[i]!) };
  };
  const layers: Network['layers'] = [
    [direction(LETTERS.length), direction(LETTERS.length)],
    [direction(BOTH), direction(BOTH)],
  ];
  loaded = { layers, scale: take(BOTH), shift: take(BOTH), weight: take(BOTH), bias: take(1)[0]! };
  if (4 * at !== file.length) throw new Error(`metapredict-v3.f32 has ${file.length} bytes, not ${4 * at}`);
  return loaded;
}

/** Returns the score of each residue, before it is limited to 0 to 1. `letters` are indices into `LETTERS`. */
export function predict(letters: Uint8Array): Float64Array {
  const { layers, scale, shift, weight, bias } = network();
  const [first, second] = layers as [Network['layers'][0], Network['layers'][0]];
  const inner = runLayer(first, letters.length, (direction, t, gates) => addLetter(direction, letters[t]!, gates));
  const outer = runLayer(second, letters.length, (direction, t, gates) =>
    addProduct(direction.input, inner, t * BOTH, BOTH, gates),
  );
  return Float64Array.from(letters, (_, t) => {
    const row = normalised(outer.subarray(t * BOTH, (t + 1) * BOTH));
    return row.reduce((sum, value, i) => sum + (value * scale[i]! + shift[i]!) * weight[i]!, bias);
  });
}

/** Returns the output of both directions of a layer: a row of 104 values for each residue. */
function runLayer(
  directions: [Direction, Direction],
  length: number,
  addInput: (direction: Direction, t: number, gates: Float64Array) => void,
): Float64Array {
  const out = new Float64Array(length * BOTH);
  const gates = new Float64Array(GATES);
  for (const [side, direction] of directions.entries()) {
    const [state, cell] = [new Float64Array(HIDDEN), new Float64Array(HIDDEN)];
    for (let step = 0; step < length; step++) {
      const t = side === 0 ? step : length - 1 - step;
      gates.set(direction.bias);
      addInput(direction, t, gates);
      addProduct(direction.hidden, state, 0, HIDDEN, gates);
      for (let i = 0; i < HIDDEN; i++) {
        const [input, forget] = [sigmoid(gates[i]!), sigmoid(gates[HIDDEN + i]!)];
        cell[i] = forget * cell[i]! + input * Math.tanh(gates[2 * HIDDEN + i]!);
        state[i] = sigmoid(gates[3 * HIDDEN + i]!) * Math.tanh(cell[i]!);
      }
      out.set(state, t * BOTH + side * HIDDEN);
    }
  }
  return out;
}

/** Adds the product of the weights with a vector that is 1 at a letter and 0 elsewhere. */
function addLetter({ input, inputs }: Direction, letter: number, gates: Float64Array): void {
  for (let gate = 0; gate < GATES; gate++) gates[gate]! += input[gate * inputs + letter]!;
}

/** Adds a product for four gates at a time. Their sums do not depend on each other, which takes a third of the time. */
function addProduct(
  weights: Float64Array,
  values: Float64Array,
  from: number,
  count: number,
  gates: Float64Array,
): void {
  for (let gate = 0; gate < GATES; gate += 4) {
    const row = gate * count;
    let [first, second, third, fourth] = [0, 0, 0, 0];
    for (let i = 0; i < count; i++) {
      const value = values[from + i]!;
      first += weights[row + i]! * value;
      second += weights[row + count + i]! * value;
      third += weights[row + 2 * count + i]! * value;
      fourth += weights[row + 3 * count + i]! * value;
    }
    gates[gate]! += first;
    gates[gate + 1]! += second;
    gates[gate + 2]! += third;
    gates[gate + 3]! += fourth;
  }
}

function normalised(row: Float64Array): Float64Array {
  const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
  const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length;
  const deviation = Math.sqrt(variance + EPSILON);
  return row.map((value) => (value - mean) / deviation);
}

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));
