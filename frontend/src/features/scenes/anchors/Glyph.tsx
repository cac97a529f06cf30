import { lookOf, type AnchorValues, type Flat } from './model';

const points = (path: readonly Flat[]) => path.map(([x, z]) => `${x},${z}`).join(' ');

/** An anchor on the map, true to its size; `px` is metres per pixel. Shape tells the kind, colour only helps. */
export function Glyph({ anchor, px, strong }: { anchor: AnchorValues; px: number; strong: boolean }) {
  const { color } = lookOf(anchor.kind);
  const [x, , z] = anchor.position;
  const line = { stroke: color, strokeWidth: (strong ? 3 : 2) * px, fill: 'none' };
  const turn = `translate(${x},${z}) rotate(${(-anchor.yaw * 180) / Math.PI})`;
  if (anchor.kind === 'walkway') {
    const [ax, az] = anchor.path.at(-2) ?? [x, z];
    const [bx, bz] = anchor.path.at(-1) ?? [x, z];
    const end = `translate(${bx},${bz}) rotate(${(-Math.atan2(bx - ax, bz - az) * 180) / Math.PI}) scale(${px})`;
    return (
      <g>
        <polyline
          points={points(anchor.path)}
          stroke={color}
          strokeWidth={Math.max(anchor.width_m, 4 * px)}
          opacity={strong ? 0.28 : 0.12}
          fill="none"
          strokeLinejoin="round"
        />
        <polyline points={points(anchor.path)} {...line} strokeDasharray={`${7 * px} ${4 * px}`} />
        <circle cx={x} cy={z} r={4 * px} fill={color} />
        <path d="M-6,-9 L0,2 L6,-9 Z" fill={color} transform={end} />
      </g>
    );
  }
  if (anchor.kind === 'free_floor')
    return (
      <g>
        <circle cx={x} cy={z} r={anchor.width_m / 2} {...line} strokeDasharray={`${3 * px} ${4 * px}`} />
        <path
          d="M-5,0 L5,0 M0,-5 L0,5"
          stroke={color}
          strokeWidth={1.6}
          transform={`translate(${x},${z}) scale(${px})`}
        />
      </g>
    );
  const arrow = <path d="M-5,0 L0,9 L5,0 Z" fill={color} transform={`scale(${px})`} />;
  if (anchor.kind === 'door') {
    const half = Math.max(anchor.width_m, 0.3) / 2;
    return (
      <g transform={turn}>
        <line x1={-half} x2={half} y1={0} y2={0} {...line} strokeWidth={5 * px} />
        <g transform={`translate(0,${5 * px})`}>{arrow}</g>
      </g>
    );
  }
  const [w, d] = [Math.max(anchor.width_m, 0.2), Math.max(anchor.length_m, 0.2)];
  return (
    <g transform={turn}>
      <rect
        x={-w / 2}
        y={-d / 2}
        width={w}
        height={d}
        rx={3 * px}
        {...line}
        fill="#0e1013"
        fillOpacity={0.45}
      />
      <g transform={`translate(0,${d / 2})`}>{arrow}</g>
    </g>
  );
}
