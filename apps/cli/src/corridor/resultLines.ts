import { type ByDirection, DIRECTIONS } from '@greenwave/coordination/corridor'
import { tableLines } from '../tables/tableLines.ts'
import type { CorridorResult } from './result.ts'
import { seconds } from './words.ts'

/** Returns the lines of a result as text. */
export function resultLines(result: CorridorResult): readonly string[] {
  return [
    ...(result.junctions.length > 0 ? coordinationLines(result) : []),
    ...result.findings.map(({ text }) => text),
    ...(result.cycles ? ['', ...cycleLines(result, result.cycles)] : []),
  ]
}

function coordinationLines(result: CorridorResult): readonly string[] {
  const hasOrder = result.junctions.some(({ order }) => order)
  return [
    `Cycle ${result.cycle} s`,
    '',
    ...tableLines([
      ['junction', 'offset', ...(hasOrder ? ['order', 'phases start'] : []), 'outbound starts', 'inbound starts'],
      ...result.junctions.map(({ name, offset, order, phaseStarts, outboundStart, inboundStart }) => [
        name,
        String(offset),
        ...(hasOrder ? [order?.join(' ') ?? '', phaseStarts?.join(' ') ?? ''] : []),
        String(outboundStart ?? ''),
        String(inboundStart ?? ''),
      ]),
    ]),
    '',
    ...tableLines([
      ['', ...DIRECTIONS],
      ['band', ...inBoth(result.bands)],
      ['travel time', ...inBoth(result.travel)],
      ...result.links.map(({ from, to, bands }) => [`link ${from} - ${to}`, ...inBoth(bands)]),
    ]),
    '',
    `Efficiency ${percent(result.efficiency)}, attainability ${percent(result.attainability)}`,
    ...gainLines(result),
  ]
}

function gainLines({ withOffsets }: CorridorResult): readonly string[] {
  if (!withOffsets) return []
  const widths = DIRECTIONS.map((direction) => `${direction} ${known(withOffsets.bands[direction])}`).join(', ')
  return [`If every controller could be offset: ${widths}, efficiency ${percent(withOffsets.efficiency)}`]
}

function cycleLines(result: CorridorResult, cycles: NonNullable<CorridorResult['cycles']>): readonly string[] {
  const rows = cycles.map((row) => {
    const isChosen = row.cycle === result.cycle && result.junctions.length > 0
    const cycle = `${isChosen ? '*' : ' '} ${row.cycle} s`
    if ('problem' in row) return [cycle, row.problem]
    return [cycle, ...inBoth(row.bands), percent(row.efficiency), percent(row.attainability)]
  })
  return tableLines([['cycle', ...DIRECTIONS, 'efficiency', 'attainability'], ...rows])
}

const inBoth = (values: ByDirection<number | null>) => DIRECTIONS.map((direction) => known(values[direction]))
const known = (value: number | null) => (value === null ? '-' : seconds(value))
const percent = (share: number) => `${Math.round(share * 1000) / 10} %`
