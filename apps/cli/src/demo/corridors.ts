/** @file The demonstration's corridors: one with a green wave, which a drifting clock breaks, and one to be planned. */
import type { Corridor, CorridorPlace } from '@greenwave/contract/records/corridors'
import type { DISTRICTS } from './junctions.ts'

/** A junction of a corridor, and the way to it from the one before. */
interface DemoPlace {
  /** The name of its device. */
  readonly junction: string
  /** Metres from the one before; 0 for the first. */
  readonly metres: number
  /** The phase of the street. */
  readonly phase: CorridorPlace['phase']['outbound']
}

/** A corridor of the demonstration. */
export interface DemoCorridor {
  readonly name: string
  /** The customer whose users see it; undefined for administrators alone. */
  readonly district?: keyof typeof DISTRICTS
  readonly isOneWay: boolean
  readonly places: readonly DemoPlace[]
}

/** Km/h on every way. */
const SPEED = 40

/** The corridors of the demonstration. */
export const CORRIDORS: readonly DemoCorridor[] = [
  {
    name: 'Nam Kỳ Khởi Nghĩa',
    district: 'district1',
    isOneWay: true,
    places: [
      { junction: 'TLC-0014', metres: 0, phase: 1 },
      { junction: 'TLC-0015', metres: 398, phase: 1 },
      { junction: 'TLC-0004', metres: 327, phase: 1 },
      { junction: 'TLC-0016', metres: 453, phase: 1 },
      { junction: 'TLC-0017', metres: 250, phase: 1 },
    ],
  },
  {
    name: 'Điện Biên Phủ',
    isOneWay: false,
    places: [
      { junction: 'TLC-0014', metres: 0, phase: 2 },
      { junction: 'TLC-0009', metres: 610, phase: 1 },
      { junction: 'TLC-0018', metres: 548, phase: 1 },
    ],
  },
]

/** Returns the content of a corridor; `idOf` returns the id of a device by its name. */
export function corridorContent({ places, isOneWay }: DemoCorridor, idOf: (name: string) => string): Corridor {
  return {
    junctions: places.map(({ junction, metres, phase }) => {
      const speed = metres === 0 ? null : SPEED
      return {
        device: idOf(junction),
        distance: metres === 0 ? null : metres,
        speed: { outbound: speed, inbound: isOneWay ? null : speed },
        phase: { outbound: phase, inbound: isOneWay ? null : phase },
      }
    }),
  }
}
