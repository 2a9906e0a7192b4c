/** @file What happened in the sample city before its first start. Times are seconds of the local day. */
import { createHash } from 'node:crypto'
import { modulo } from '@greenwave/controller/cycle'
import type { IncidentCode } from '@greenwave/observer/incident'
import { JUNCTIONS } from '../junctions.ts'

/** Days of the past. */
export const PAST_DAYS = 35

/** A change of settings that a person made. */
export interface ChangeAct {
  readonly do: 'change'
  readonly values: Readonly<Record<string, number>>
  readonly why: string
  /** When the mode ends that it writes, second of the day. */
  readonly until?: number
  /** Second of the day of the change whose settings it brings back. */
  readonly restores?: number
  /** Equal for the changes of one rollout. */
  readonly batch?: string
}

/** Something that is done to a junction. */
type Act =
  | { readonly do: 'faults'; readonly faults: readonly string[] }
  | { readonly do: 'power'; readonly isOn: boolean }
  | { readonly do: 'endHold'; readonly why: string }
  | ChangeAct

/** Act at a junction, at a second of its day. */
export interface TimedAct {
  readonly at: number
  readonly junction: string
  readonly act: Act
}

/** Acknowledgement and comments, in seconds from the beginning of an incident. */
interface Response {
  readonly junction: string
  /** The code of a junction's incident, or `corridor`. */
  readonly code: IncidentCode | 'corridor'
  readonly acknowledgedAfter: number
  readonly comments: readonly { readonly after: number; readonly text: string }[]
}

/** Events of one day. Acts are in order. */
export interface Story {
  readonly daysAgo: number
  readonly acts: readonly TimedAct[]
  readonly responses: readonly Response[]
}

/** The rollout that tuned the green wave. */
export const TUNING = {
  daysAgo: 12,
  at: at(22, 40),
  batch: 'tuning',
  title: 'Nam Kỳ Khởi Nghĩa',
  why: 'Làn sóng xanh 40 km/h theo số đo tháng này',
  /** By how many seconds these offsets were wrong before. */
  wasLateBy: new Map([
    ['TLC-0004', 9],
    ['TLC-0016', -8],
  ]),
} as const

/** The change of a plan's start, and the minute at which it started before. */
export const EARLIER_PEAK = { daysAgo: 20, junction: 'TLC-0001', at: at(10, 5), minuteBefore: 45 } as const

const FESTIVAL = 'Lễ hội phố đi bộ'

/** Events that everybody in the control room remembers. */
const REMEMBERED: readonly Story[] = [
  {
    daysAgo: 33,
    acts: fault('TLC-0002', ['dark-phase:2'], at(2, 10), at(4, 14)),
    responses: [
      {
        ...{ junction: 'TLC-0002', code: 'dark', acknowledgedAfter: 380 },
        comments: [
          { after: 420, text: 'Đèn tuyến Pasteur tắt hết. Đã gọi đội trực.' },
          { after: 7500, text: 'Đội trực thay cầu chì ngõ ra pha 2 lúc 4:14.' },
        ],
      },
    ],
  },
  {
    daysAgo: 26,
    acts: inOrder(['TLC-0008', 'TLC-0009'].flatMap((junction) => powerCut(junction, at(14, 32), at(15, 21)))),
    responses: ['TLC-0008', 'TLC-0009'].map((junction) => ({
      ...{ junction, code: 'offline', acknowledgedAfter: 240 },
      comments: [{ after: 300, text: 'Điện lực cắt điện khu vực. CSGT đang điều tiết.' }],
    })),
  },
  {
    daysAgo: EARLIER_PEAK.daysAgo,
    acts: [change(EARLIER_PEAK.junction, EARLIER_PEAK.at, { values: { P2_MM: 30 }, why: 'Trường học vào sớm hơn' })],
    responses: [],
  },
  {
    daysAgo: 18,
    acts: inOrder([
      ...fault('TLC-0003', ['two-greens'], at(17, 44), at(17, 47)),
      ...hold('TLC-0003', 0, at(17, 47), at(18, 15), 'Xung đột xanh'),
    ]),
    responses: [
      {
        ...{ junction: 'TLC-0003', code: 'conflict', acknowledgedAfter: 95 },
        comments: [
          { after: 150, text: 'Đã cho chớp vàng.' },
          { after: 1620, text: 'Thay bo công suất. Kiểm tra tại chỗ, hết xung đột.' },
        ],
      },
    ],
  },
  { daysAgo: 15, acts: hold('TLC-0001', 1, at(19, 30), at(20, 45), FESTIVAL), responses: [] },
  {
    daysAgo: 8,
    acts: fault('TLC-0006', ['off-plan:5'], at(6, 40), at(8, 20)),
    responses: [
      {
        ...{ junction: 'TLC-0006', code: 'off-plan', acknowledgedAfter: 1500 },
        comments: [{ after: 5000, text: 'Tủ chạy chương trình cũ sau khi bảo trì. Đã khởi động lại.' }],
      },
    ],
  },
  {
    daysAgo: 6,
    acts: drift('TLC-0004', at(5, 30), at(10, 5)),
    responses: [
      {
        ...{ junction: 'TLC-0004', code: 'clock', acknowledgedAfter: 4800 },
        comments: [{ after: 14_400, text: 'Bộ thu GPS hỏng, đã thay. Đồng hồ đúng trở lại.' }],
      },
      {
        ...{ junction: 'TLC-0004', code: 'corridor', acknowledgedAfter: 900 },
        comments: [{ after: 960, text: 'Do đồng hồ của Nguyễn Thị Minh Khai chạy nhanh.' }],
      },
    ],
  },
  {
    daysAgo: 5,
    acts: inOrder([
      ...fault('TLC-0002', ['frozen'], at(13, 5), at(13, 19)),
      ...powerCut('TLC-0002', at(13, 20), at(13, 22)),
    ]),
    responses: [
      {
        ...{ junction: 'TLC-0002', code: 'frozen', acknowledgedAfter: 200 },
        comments: [{ after: 840, text: 'Khởi động lại tủ tại chỗ.' }],
      },
    ],
  },
  {
    daysAgo: 2,
    acts: [
      change('TLC-0011', at(9, 12), { values: { Vang: 1 }, why: 'Vàng 4 s cho xe tải' }),
      change('TLC-0011', at(9, 31), { values: { Vang: 3 }, why: 'Gõ nhầm 1 s', restores: at(9, 12) }),
    ],
    responses: [
      {
        ...{ junction: 'TLC-0011', code: 'short-yellow', acknowledgedAfter: 660 },
        comments: [{ after: 900, text: 'Nhập nhầm thời gian vàng. Đã trả lại 3 s.' }],
      },
    ],
  },
  {
    daysAgo: 1,
    acts: fault('TLC-0008', ['dark-junction'], at(1, 10), at(1, 52)),
    responses: [
      {
        ...{ junction: 'TLC-0008', code: 'dark', acknowledgedAfter: 150 },
        comments: [{ after: 2400, text: 'Aptomat nhảy. Đã đóng lại, theo dõi tiếp.' }],
      },
    ],
  },
]

/** Junctions whose mobile connection is lost in turn, and the days between two losses. */
const LOSSES = { junctions: ['TLC-0007', 'TLC-0012', 'TLC-0007', 'TLC-0018', 'TLC-0019'], every: 2 } as const

/** Lists all stories, the longest ago first. Equal seeds have equal stories. */
export function storiesOf(seed: number): readonly Story[] {
  const losses = Array.from({ length: PAST_DAYS }, (_, index) => index + 1).filter((day) => day % LOSSES.every === 0)
  const all = [...REMEMBERED, ...losses.map((daysAgo) => lossOf(seed, daysAgo))]
  return all.sort((a, b) => b.daysAgo - a.daysAgo)
}

/** Returns a lost connection of some minutes by day. */
function lossOf(seed: number, daysAgo: number): Story {
  const pick = (what: string, size: number): number => modulo(rank(`${seed} ${what} ${daysAgo}`), size)
  const junction = LOSSES.junctions[(daysAgo / LOSSES.every) % LOSSES.junctions.length] ?? LOSSES.junctions[0]
  const from = at(8 + pick('hour', 11), pick('minute', 60)) + pick('second', 60)
  return { daysAgo, acts: fault(junction, ['offline'], from, from + 60 + pick('length', 360)), responses: [] }
}

/** Returns a number that says nothing of its text, and is the same for the same one. */
function rank(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6)
}

/** Returns the second of the day of a time. */
function at(hour: number, minute: number): number {
  return hour * 3600 + minute * 60
}

function fault(junction: string, faults: readonly string[], from: number, until: number): readonly TimedAct[] {
  known(junction)
  return [
    { at: from, junction, act: { do: 'faults', faults } },
    { at: until, junction, act: { do: 'faults', faults: [] } },
  ]
}

/** A clock gains two seconds every eight minutes, until its receiver is replaced. */
function drift(junction: string, from: number, until: number): readonly TimedAct[] {
  known(junction)
  const steps = Math.min(12, Math.floor((until - from) / 480))
  return [
    ...Array.from({ length: steps }, (_, nth): TimedAct => {
      const faults = [`clock-off:${2 * (nth + 1)}`]
      return { at: from + nth * 480, junction, act: { do: 'faults', faults } }
    }),
    { at: until, junction, act: { do: 'faults', faults: [] } },
  ]
}

function powerCut(junction: string, from: number, until: number): readonly TimedAct[] {
  known(junction)
  return [
    { at: from, junction, act: { do: 'power', isOn: false } },
    { at: until, junction, act: { do: 'power', isOn: true } },
  ]
}

function change(junction: string, from: number, act: Omit<ChangeAct, 'do'>): TimedAct {
  known(junction)
  return { at: from, junction, act: { do: 'change', ...act } }
}

function hold(junction: string, mode: number, from: number, until: number, why: string): readonly TimedAct[] {
  return [
    change(junction, from, { values: { Mode: mode }, why, until }),
    { at: until, junction, act: { do: 'endHold', why } },
  ]
}

function inOrder(acts: readonly TimedAct[]): readonly TimedAct[] {
  return [...acts].sort((a, b) => a.at - b.at)
}

function known(name: string): void {
  if (!JUNCTIONS.some((junction) => junction.name === name)) throw new Error(`${name} is no junction of the city`)
}
