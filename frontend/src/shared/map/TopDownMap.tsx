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
  color?: string;
  /** What the map calls them; "person" if nothing is said. */
  word?: string;
  /** The robot's distance is measured to whom the question is about; to everybody if nothing is said. */
  isAsked?: boolean;
}

interface Props {
  scene: MapScene;
  person?: MapPerson | null;
  people?: readonly MapPerson[];
  /** What somebody was placed by: a seat, a door, a walkway. */
  anchor?: { word: string; position: Point; yaw: number } | null;
  robot?: { position: Point; yaw: number } | null;
  cameras?: readonly MapCamera[];
  /** A picture of the ground that one can stand on, in metres; under everything else. */
  ground?: { href: string; x: number; z: number; width: number; depth: number } | null;
}

const TEXT_PX = 11.5;
const CAMERA_PX = 9;
const MARK_PX = 24;
const PERSON_COLOR = '#ff8f66';

const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
const around = ([x, y]: readonly [number, number], width: number, height: number) => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

/** Walls, furniture, the person and their way, the robot's start and the cameras with their fields of view. */
export function TopDownMap({
  scene,
  person = null,
  people = person ? [person] : [],
  robot = null,
  anchor = null,
  cameras = [],
  ground = null,
}: Props) {
  const { ref, width, height } = useElementSize();
  const asked = people.filter((one) => one.isAsked ?? true);
  const placed = [
    ...cameras.map((camera) => camera.position),
    ...people.map((one) => one.position),
    ...(robot ? [robot.position] : []),
    ...(anchor ? [anchor.position] : []),
  ];
  const corners: Point[] = ground
    ? [
        [ground.x, ground.z],
        [ground.x + ground.width, ground.z + ground.depth],
      ]
    : [];
  const box = extentOf(scene, [...placed, ...corners]);
  const px = scaleOf(box, width, height);
  const lines = robot
    ? asked.map((one) => ({ to: one.position, metres: distance(one.position, robot.position) }))
    : [];
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
      ...people.map((one) => ({ text: one.word ?? 'person', at: onScreen(one.position) })),
      ...(anchor ? [{ text: anchor.word, at: onScreen(anchor.position) }] : []),
    ],
    [
      ...placed.map((point) => around(onScreen(point), MARK_PX, MARK_PX)),
      ...(robot ? lines.map(({ to }) => around(onScreen(middle(to, robot.position)), 44, 18)) : []),
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
          aria-label={describe(lines[0]?.metres ?? null, people, cameras)}
        >
          {ground && (
            <image
              href={ground.href}
              x={ground.x}
              y={ground.z}
              width={ground.width}
              height={ground.depth}
              preserveAspectRatio="none"
              opacity={0.3}
              style={{ imageRendering: 'pixelated' }}
            />
          )}
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
          {anchor && <AnchorMark anchor={anchor} px={px} />}
          {people.map(
            ({ path, color, word }) =>
              path &&
              path.length > 1 && (
                <polyline
                  key={word ?? ''}
                  points={polyline(path)}
                  fill="none"
                  stroke={color ?? PERSON_COLOR}
                  strokeWidth={2.5 * px}
                  strokeDasharray={`${px} ${4 * px}`}
                  strokeLinecap="round"
                />
              ),
          )}
          {robot &&
            lines.map(({ to }) => (
              <line
                key={`${to}`}
                x1={robot.position[0]}
                y1={robot.position[1]}
                x2={to[0]}
                y2={to[1]}
                stroke="#e8ebef"
                strokeWidth={1.3 * px}
                strokeDasharray={`${5 * px} ${4 * px}`}
                opacity={0.75}
              />
            ))}
          {people.map((one) => (
            <Body
              key={one.word ?? ''}
              person={one}
              px={px}
              isChosen={asked.length < people.length && !!one.isAsked}
            />
          ))}
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
          {robot &&
            lines.map(({ to, metres }) => (
              <Distance key={`${to}`} from={robot.position} to={to} metres={metres} px={px} />
            ))}
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

/** ``isChosen``: one of two, whom the question is about. */
function Body({ person, px, isChosen }: { person: MapPerson; px: number; isChosen: boolean }) {
  const [x, z] = person.position;
  return (
    <g transform={`translate(${x},${z}) rotate(${(-person.heading * 180) / Math.PI}) scale(${px})`}>
      {isChosen && <circle cy={-4} r={15} fill="none" stroke="#fff" strokeWidth={2} />}
      <path
        d="M0,20 L-9.5,-1 A10.5,10.5 0 1 1 9.5,-1 Z"
        fill={person.color ?? PERSON_COLOR}
        stroke="#0e1013"
        strokeWidth={1.5}
      />
    </g>
  );
}

function AnchorMark({ anchor, px }: { anchor: { position: Point; yaw: number }; px: number }) {
  const [x, z] = anchor.position;
  return (
    <g transform={`translate(${x},${z}) rotate(${(-anchor.yaw * 180) / Math.PI}) scale(${px})`}>
      <rect x={-12} y={-12} width={24} height={24} rx={3} fill="none" stroke="#e8ebef" strokeWidth={1.5} />
      <path d="M-5,12 L0,18 L5,12 Z" fill="#e8ebef" />
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

function describe(apart: number | null, people: readonly MapPerson[], cameras: readonly MapCamera[]): string {
  const parts = ['Top-down map'];
  const whom = people.length > 1 ? 'whom the question is about' : 'the person';
  if (apart !== null) parts.push(`robot start ${apart.toFixed(1)} metres from ${whom}`);
  if (cameras.length) parts.push(`cameras ${cameras.map((camera) => camera.id).join(', ')}`);
  return parts.join(': ').replace(/: (?=cameras)/, '; ');
}
