import { signed } from '../../shared/lib/format';

/** A measured number with its unit, at a precision that can be read: "2.35 cm", "0.031 m", "12 %". */
export function figure(value: number | null, unit: string): string {
  if (value === null || !Number.isFinite(value)) return 'undefined';
  if (unit === 'ratio') return `${signed(value * 100, Math.abs(value) < 0.1 && value !== 0 ? 1 : 0)} %`;
  const size = Math.abs(value);
  const digits = Number.isInteger(value) || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  const spelled = unit === 'deg' ? '°' : unit && unit !== '1' ? ` ${unit}` : '';
  return `${signed(value, digits)}${spelled}`;
}

/** Checks of a least amount (length, movement) fail below their threshold, all others above. */
export function thresholds(check: {
  id: string;
  unit: string;
  threshold_warn: number | null;
  threshold_fail: number | null;
}): string {
  const { threshold_warn: warn, threshold_fail: fail, unit } = check;
  const least =
    check.id === 'length' || check.id === 'movement' || (warn !== null && fail !== null && fail < warn);
  const side = least ? 'below' : 'above';
  const parts = [
    warn !== null && warn !== fail ? `warns ${side} ${figure(warn, unit)}` : '',
    fail !== null ? `fails ${side} ${figure(fail, unit)}` : '',
  ];
  return parts.filter(Boolean).join(', ');
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
