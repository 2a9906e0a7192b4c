/**
 * @file Long: one entry for each junction. They are real ones of Ho Chi Minh City, accurate to about a hundred metres, each
 * with its own timing. Their customers are the parts of the city by their everyday names, whether administrative units or
 * not.
 */
import type { AttributeValues } from '@greenwave/controller/attributes'
import { AUTOMATIC_MODE } from '@greenwave/controller/mode'
import type { ControllerSettings } from '@greenwave/controller/settings'
import { writeSettings } from '@greenwave/controller/settingTable/allSettings'
import { planRow } from '@greenwave/controller/settingTable/plan'
import { keysOf } from '@greenwave/controller/settingTable/table'
import { arterialTiming, calmTiming, centreTiming, flashingAtNight, laterBy, shortArterialTiming } from './timings.ts'

/** A customer of the demonstration, with the account that sees the devices assigned to it. */
export interface DemoDistrict {
  readonly title: string
  readonly email: string
  readonly contactName: string
}

/** The customers of the demonstration. */
export const DISTRICTS = {
  district1: { title: 'Quận 1', email: 'district1@greenwave.test', contactName: 'Nguyễn Minh Anh' },
  district2: { title: 'Thủ Đức', email: 'district2@greenwave.test', contactName: 'Trần Quốc Bảo' },
  district3: { title: 'Quận 3', email: 'district3@greenwave.test', contactName: 'Lê Thị Thu Hà' },
} as const satisfies Record<string, DemoDistrict>

/** A customer without users and controllers. */
export const NEW_CUSTOMER = 'Bình Thạnh'

/** A junction of the demonstration. */
export interface DemoJunction {
  readonly name: string
  /** The streets that meet. */
  readonly label: string
  /** The streets of phases 1 and 2, where the label has them in another order. */
  readonly streets?: readonly [string, string]
  readonly description: string
  /** Degrees, WGS 84. */
  readonly latitude: number
  readonly longitude: number
  /** The customer that the device is assigned to; undefined for none. */
  readonly district?: keyof typeof DISTRICTS
  readonly settings: ControllerSettings
  /** The settings that its virtual controller starts with; undefined: the platform's. */
  readonly kept?: AttributeValues
  /** Known to the platform, but without a controller. */
  readonly isAwaited?: boolean
  /** Fault of its virtual controller, as the simulator names it. */
  readonly faults?: readonly string[]
  /** Whether faults come and go on it by themselves; it has nothing else to show. */
  readonly takesTurns?: boolean
  /** Special abilities of its virtual controller, as the simulator names them; default: all. */
  readonly abilities?: readonly string[]
  /** Display of its lamps, as the simulator names it; default: every second. */
  readonly display?: string
  /** Shortest and longest green by demand, seconds; undefined: fixed control. */
  readonly actuated?: readonly [shortest: number, longest: number]
}

/** Holds green on route 1 (R12). */
const HELD_MODE = 1

/**
 * Timing shared by the junctions of Nam Kỳ Khởi Nghĩa: equal cycles in every plan. They are short, so that a viewer
 * of some minutes sees its green wave break: that takes five cycles and the way through the street.
 */
const WAVE = shortArterialTiming([24, 16, 0])

const STUBBORN = centreTiming([26, 22, 10])

/** Returns an older timing than the platform's: five plans, a different morning peak, and no plan 6. */
function olderTiming(): AttributeValues {
  const [, peak] = centreTiming([22, 18, 10]).programs
  const programs = STUBBORN.programs.map((program) => (program.number === peak?.number ? peak : program))
  const values = Object.entries(writeSettings({ ...STUBBORN, planTotal: 5, programs }))
  return Object.fromEntries(values.filter(([key]) => !keysOf(planRow.at({ plan: 6 })).includes(key)))
}

/** Settings of a junction before the first start: automatic, and those that its controller kept. */
export function earlierSettings({ settings, kept }: DemoJunction): AttributeValues {
  return kept ?? writeSettings({ ...settings, mode: AUTOMATIC_MODE })
}

/** The junctions of the demonstration. */
export const JUNCTIONS: readonly DemoJunction[] = [
  {
    name: 'TLC-0001',
    label: 'Nguyễn Huệ – Lê Lợi',
    description: 'Phố đi bộ',
    latitude: 10.7751,
    longitude: 106.7021,
    district: 'district1',
    settings: centreTiming([30, 20, 15]),
    takesTurns: true,
  },
  {
    name: 'TLC-0002',
    label: 'Hàm Nghi – Pasteur',
    description: '',
    latitude: 10.7711,
    longitude: 106.7022,
    district: 'district1',
    settings: centreTiming([32, 24, 12]),
    takesTurns: true,
  },
  {
    name: 'TLC-0003',
    label: 'Lê Duẩn – Hai Bà Trưng',
    description: '',
    latitude: 10.7827,
    longitude: 106.7006,
    district: 'district1',
    settings: centreTiming([28, 28, 10]),
    takesTurns: true,
  },
  {
    name: 'TLC-0004',
    label: 'Nguyễn Thị Minh Khai – Nam Kỳ Khởi Nghĩa',
    streets: ['Nam Kỳ Khởi Nghĩa', 'Nguyễn Thị Minh Khai'],
    description: 'Clock 20 s ahead, and gains six seconds an hour',
    latitude: 10.7792,
    longitude: 106.6942,
    district: 'district1',
    // 725 m down the street at 40 km/h.
    settings: laterBy(65, WAVE),
    // Half a cycle or nearly so breaks the wave in every plan, at first and for hours. A clock that is faster by more also
    // makes cycles too short, and countdowns jump.
    faults: ['clock-jump:20', 'clock-drift:0.1'],
  },
  {
    name: 'TLC-0005',
    label: 'Trần Não – Lương Định Của',
    description: 'Held on Tuyến 1 for roadworks',
    latitude: 10.7875,
    longitude: 106.7301,
    district: 'district2',
    settings: { ...calmTiming([30, 25, 0]), mode: HELD_MODE },
  },
  {
    name: 'TLC-0006',
    label: 'Mai Chí Thọ – Đồng Văn Cống',
    description: 'Plan 6 is enabled above the plan count',
    latitude: 10.7862,
    longitude: 106.7475,
    district: 'district2',
    // Deliberate: the check of the schedule has something to say here.
    settings: { ...arterialTiming([50, 30, 20]), planTotal: 5 },
    takesTurns: true,
  },
  {
    name: 'TLC-0007',
    label: 'Nguyễn Thị Định – Đồng Văn Cống',
    description: 'Weak mobile connection, now and then offline for some seconds',
    latitude: 10.7739,
    longitude: 106.7667,
    district: 'district2',
    settings: calmTiming([35, 25, 0]),
    // Shorter than what counts as lost.
    faults: ['flapping:150/20'],
  },
  {
    name: 'TLC-0008',
    label: 'Cách Mạng Tháng Tám – Võ Thị Sáu',
    description: 'Công trường Dân Chủ',
    latitude: 10.7776,
    longitude: 106.6817,
    district: 'district3',
    settings: arterialTiming([36, 28, 18]),
    takesTurns: true,
    abilities: [],
  },
  {
    name: 'TLC-0009',
    label: 'Điện Biên Phủ – Hai Bà Trưng',
    description: 'Yellow of 2 s, shorter than practice asks for',
    latitude: 10.7866,
    longitude: 106.6943,
    district: 'district3',
    // Deliberate: a yellow below what the check of clearance times asks for.
    settings: arterialTiming([42, 30, 12], { yellow: 2, redClearance: 2 }),
    takesTurns: true,
  },
  {
    name: 'TLC-0010',
    label: 'Võ Văn Tần – Nam Kỳ Khởi Nghĩa',
    description: 'Ignores settings that are sent to it',
    latitude: 10.7804,
    longitude: 106.6935,
    district: 'district3',
    settings: STUBBORN,
    kept: olderTiming(),
    faults: ['ignore-settings'],
  },
  {
    name: 'TLC-0011',
    label: 'Điện Biên Phủ – Xô Viết Nghệ Tĩnh',
    description: 'Ngã tư Hàng Xanh',
    latitude: 10.8013,
    longitude: 106.7113,
    settings: flashingAtNight([50, 38, 18]),
  },
  {
    name: 'TLC-0012',
    label: 'Cách Mạng Tháng Tám – Lý Thường Kiệt',
    description: 'Ngã tư Bảy Hiền; reports no settings',
    latitude: 10.7929,
    longitude: 106.6536,
    settings: arterialTiming([48, 34, 16]),
    faults: ['no-report'],
  },
  {
    name: 'TLC-0013',
    label: 'Xa lộ Hà Nội – Thảo Điền',
    description: 'Its controller has yet to be installed',
    latitude: 10.8014,
    longitude: 106.7338,
    district: 'district2',
    settings: arterialTiming([46, 26, 14]),
    isAwaited: true,
  },
  {
    name: 'TLC-0014',
    label: 'Nam Kỳ Khởi Nghĩa – Điện Biên Phủ',
    description: 'Begins the green wave of Nam Kỳ Khởi Nghĩa',
    latitude: 10.7838,
    longitude: 106.6895,
    district: 'district1',
    settings: WAVE,
  },
  {
    name: 'TLC-0015',
    label: 'Nam Kỳ Khởi Nghĩa – Nguyễn Đình Chiểu',
    description: '',
    latitude: 10.7812,
    longitude: 106.692,
    district: 'district1',
    settings: laterBy(36, WAVE),
  },
  {
    name: 'TLC-0016',
    label: 'Nam Kỳ Khởi Nghĩa – Nguyễn Du',
    description: '',
    latitude: 10.7762,
    longitude: 106.697,
    district: 'district1',
    settings: laterBy(106, WAVE),
  },
  {
    name: 'TLC-0017',
    label: 'Nam Kỳ Khởi Nghĩa – Lê Thánh Tôn',
    description: '',
    latitude: 10.7745,
    longitude: 106.6985,
    district: 'district1',
    settings: laterBy(129, WAVE),
  },
  {
    name: 'TLC-0018',
    label: 'Điện Biên Phủ – Đinh Tiên Hoàng',
    description: '',
    latitude: 10.7893,
    longitude: 106.6985,
    district: 'district3',
    settings: shortArterialTiming([26, 14, 0]),
  },
  {
    name: 'TLC-0019',
    label: 'Pasteur – Nguyễn Thị Minh Khai',
    description: 'Displays count only the last 8 s',
    latitude: 10.7803,
    longitude: 106.6955,
    district: 'district1',
    settings: centreTiming([30, 24, 0]),
    display: 'last-8',
  },
  {
    name: 'TLC-0020',
    label: 'Pasteur – Điện Biên Phủ',
    description: 'Sends no lamp before its last 8 s',
    latitude: 10.7848,
    longitude: 106.6912,
    district: 'district3',
    settings: centreTiming([28, 26, 0]),
    display: 'last-8-0',
  },
  {
    name: 'TLC-0021',
    label: 'Hai Bà Trưng – Nguyễn Đình Chiểu',
    description: 'Displays without numbers',
    latitude: 10.7848,
    longitude: 106.6972,
    district: 'district3',
    settings: centreTiming([32, 20, 0]),
    display: 'none',
  },
  {
    name: 'TLC-0022',
    label: 'Hai Bà Trưng – Nguyễn Thị Minh Khai',
    description: 'Actuated: greens of 8 to 40 s, by demand',
    latitude: 10.7837,
    longitude: 106.699,
    district: 'district1',
    settings: centreTiming([26, 22, 0]),
    display: 'last-5',
    actuated: [8, 40],
  },
]
