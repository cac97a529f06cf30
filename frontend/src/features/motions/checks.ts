/** A measured number with its unit, at a precision that can be read: "2.3 cm", "0.031 m", "12 %". */
export function figure(value: number | null, unit: string): string {
  if (value === null || !Number.isFinite(value)) return 'undefined';
  const size = Math.abs(value);
  const digits = Number.isInteger(value) ? 0 : size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return `${value.toFixed(digits)}${unit && unit !== '1' ? ` ${unit}` : ''}`;
}

export function spanWords([from, to]: readonly [number, number], fps: number): string {
  const at = (frame: number) => (frame / fps).toFixed(2);
  return to <= from ? `${at(from)} s` : `${at(from)}–${at(to)} s`;
}

/** Series come as float32 little endian, one value per frame; NaN means that the check says nothing there. */
export function decodeSeries(buffer: ArrayBuffer): (number | null)[] {
  const view = new DataView(buffer);
  return Array.from({ length: Math.floor(buffer.byteLength / 4) }, (_, i) => {
    const v = view.getFloat32(i * 4, true);
    return Number.isFinite(v) ? v : null;
  });
}
