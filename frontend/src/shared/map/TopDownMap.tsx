import { useElementSize } from '@mantine/hooks';
import { placeLabels } from './labels';
import { distance, extentOf, polyline, scaleOf, wedge } from './plan';
import type { MapScene, Point } from './plan';
import './map.css';

export interface MapCamera {
  id: string;
  color: string;
  position: Point;
  yaw: number;
  hfovDeg: number;
  chosen?: boolean;
}

export interface MapPerson {
  position: Point;
  heading: number;
  path?: readonly Point[];
}

interface Props {
  scene: MapScene;
  person?: MapPerson | null;
  robot?: { position: Point; yaw: number } | null;
  cameras?: readonly MapCamera[];
}

const TEXT_PX = 11.5;
const CAMERA_PX = 9;
const MARK_PX = 24;

const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
const around = ([x, y]: readonly [number, number], width: number, height: number) => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

/** Walls, furniture, the person and their way, the robot's start and the cameras with their fields of view. */
export function TopDownMap({ scene, person = null, robot = null, cameras = [] }: Props) {
  const { ref, width, height } = useElementSize();
  const placed = [
    ...cameras.map((camera) => camera.position),
    ...(person ? [person.position] : []),
    ...(robot ? [robot.position] : []),
  ];
  const box = extentOf(scene, placed);
  const px = scaleOf(box, width, height);
  const apart = person && robot ? distance(person.position, robot.position) : null;
  const text = TEXT_PX * px;
  const onScreen = ([x, z]: Point) => [(x - box.x) / px, (z - box.z) / px] as const;
  const robotCamera = robot && cameras.find((camera) => distance(camera.position, robot.position) < 0.05);
  const others = cameras.filter((camera) => camera !== robotCamera);
  const words = placeLabels(
    [
      ...(robot
        ? [
            {
              text: robotCamera ? `robot start · ${robotCamera.id}` : 'robot start',
              at: onScreen(robot.position),
            },
          ]
        : []),
      ...others.map((camera) => ({ text: camera.id, at: onScreen(camera.position) })),
      ...(person ? [{ text: 'person', at: onScreen(person.position) }] : []),
    ],
    [
      ...placed.map((point) => around(onScreen(point), MARK_PX, MARK_PX)),
      ...(person && robot ? [around(onScreen(middle(person.position, robot.position)), 44, 18)] : []),
    ],
    { x: 0, y: 0, width: box.width / px, height: box.depth / px },
  );
  return (
    <div ref={ref} className="map">
      {width > 0 && (
        <svg
          viewBox={`${box.x} ${box.z} ${box.width} ${box.depth}`}
          width="100%"
          height="100%"
          role="img"
          aria-label={describe(apart, cameras)}
        >
          {scene.objects.map((object) => (
            <polygon
              key={object.name}
              points={polyline(object.polygon)}
              fill={object.marked ? '#9dabff' : '#5b6675'}
              opacity={object.marked ? 0.85 : 0.5}
              stroke="#7d8897"
              strokeWidth={px}
            >
              <title>{object.category}</title>
            </polygon>
          ))}
          {scene.walls.map(([x, z, w, d]) => (
            <rect
              key={`${x} ${z} ${w} ${d}`}
              x={x}
              y={z}
              width={w}
              height={d}
              fill="#9aa3af"
              stroke="#9aa3af"
              strokeWidth={3 * px}
              strokeLinejoin="round"
            />
          ))}
          {cameras.map((camera) => (
            <path
              key={camera.id}
              d={wedge(camera.position, camera.yaw, camera.hfovDeg, 2.6)}
              fill={camera.color}
              opacity={camera.chosen ? 0.28 : 0.15}
            />
          ))}
          {person?.path && person.path.length > 1 && (
            <polyline
              points={polyline(person.path)}
              fill="none"
              stroke="#ff8f66"
              strokeWidth={2.5 * px}
              strokeDasharray={`${px} ${4 * px}`}
              strokeLinecap="round"
            />
          )}
          {person && robot && (
            <line
              x1={robot.position[0]}
              y1={robot.position[1]}
              x2={person.position[0]}
              y2={person.position[1]}
              stroke="#e8ebef"
              strokeWidth={1.3 * px}
              strokeDasharray={`${5 * px} ${4 * px}`}
              opacity={0.75}
            />
          )}
          {person && <Body person={person} px={px} />}
          {robot && (
            <circle
              cx={robot.position[0]}
              cy={robot.position[1]}
              r={10 * px}
              fill={robotCamera?.color ?? '#8f9dff'}
              stroke="#0e1013"
              strokeWidth={2 * px}
            />
          )}
          {others.map((camera) => (
            <circle
              key={camera.id}
              cx={camera.position[0]}
              cy={camera.position[1]}
              r={CAMERA_PX * px}
              fill={camera.color}
              stroke="#0e1013"
              strokeWidth={2 * px}
            />
          ))}
          {apart !== null && person && robot && (
            <Distance from={robot.position} to={person.position} metres={apart} px={px} />
          )}
          <g fill="#dfe3e8" fontWeight={560}>
            {words.map((word) => (
              <text
                key={word.text}
                x={box.x + word.x * px}
                y={box.z + (word.y + TEXT_PX) * px}
                fontSize={text}
                stroke="#0e1013"
                strokeWidth={3 * px}
                paintOrder="stroke"
              >
                {word.text}
              </text>
            ))}
          </g>
          <Scale box={box} px={px} text={text} />
        </svg>
      )}
    </div>
  );
}

function Body({ person, px }: { person: MapPerson; px: number }) {
  const [x, z] = person.position;
  return (
    <g transform={`translate(${x},${z}) rotate(${(-person.heading * 180) / Math.PI}) scale(${px})`}>
      <path d="M0,20 L-9.5,-1 A10.5,10.5 0 1 1 9.5,-1 Z" fill="#ff8f66" stroke="#0e1013" strokeWidth={1.5} />
    </g>
  );
}

function Distance({ from, to, metres, px }: { from: Point; to: Point; metres: number; px: number }) {
  const [x, z] = middle(from, to);
  return (
    <g transform={`translate(${x},${z}) scale(${px})`}>
      <rect x={-22} y={-9} width={44} height={18} rx={4} fill="#0e1013" opacity={0.88} />
      <text y={4} fill="#fff" fontSize={TEXT_PX} fontWeight={600} textAnchor="middle">
        {metres.toFixed(1)} m
      </text>
    </g>
  );
}

function Scale({
  box,
  px,
  text,
}: {
  box: { x: number; z: number; width: number; depth: number };
  px: number;
  text: number;
}) {
  const [x, z] = [box.x + box.width - 1 - 10 * px, box.z + box.depth - 8 * px];
  return (
    <g>
      <line x1={x} x2={x + 1} y1={z} y2={z} stroke="#dfe3e8" strokeWidth={2 * px} />
      <text
        x={x + 0.5}
        y={z - 4 * px}
        fill="#dfe3e8"
        fontSize={text}
        textAnchor="middle"
        stroke="#0e1013"
        strokeWidth={3 * px}
        paintOrder="stroke"
      >
        1 m
      </text>
    </g>
  );
}

function describe(apart: number | null, cameras: readonly MapCamera[]): string {
  const parts = ['Top-down map'];
  if (apart !== null) parts.push(`robot start ${apart.toFixed(1)} metres from the person`);
  if (cameras.length) parts.push(`cameras ${cameras.map((camera) => camera.id).join(', ')}`);
  return parts.join(': ').replace(/: (?=cameras)/, '; ');
}
