import type { Corridor } from '@greenwave/contract/corridors'

/** Returns whether no junction serves the inbound direction. */
export function isOneWay({ junctions }: Corridor): boolean {
  return junctions.every(({ phase }) => phase.inbound === null)
}
