/** The evidence of a span: the package of one junction's seconds, cycles, events, settings and changes. */
import { PHASES } from '@greenwave/controller/controllerLimits'
import { isoTime, zoneText } from '@greenwave/controller/isoTime'
import type { PhaseNames } from '@greenwave/controller/phaseNames'
import type { Manifest } from './manifest.ts'
import { readmeText } from './readme.ts'
import type { Signer } from './signer.ts'
import { CHANGES_TABLE } from './tables/changes.ts'
import { csvHead, csvLines } from './tables/csvText.ts'
import { CYCLES_TABLE } from './tables/cycles.ts'
import { EVENTS_TABLE } from './tables/events.ts'
import { phasesText } from './tables/phases.ts'
import { secondsTable } from './tables/seconds.ts'
import { SETTINGS_TABLE } from './tables/settings.ts'
import type { HistorySource, Span, Table } from './tables/table.ts'
import { SecondsTally } from './tally.ts'
import { type FileToPack, writePackage } from './writePackage.ts'

/** Request for evidence. */
export interface EvidenceRequest {
  readonly source: HistorySource
  readonly device: Manifest['device']
  /** How its phases are called now. */
  readonly phaseNames: PhaseNames
  /** Whole seconds. */
  readonly span: Span
  readonly made: { readonly atMs: number; readonly by: string; readonly software: string }
  /** Remarks for the reader, in sentences. */
  readonly remarks: readonly string[]
  /** Null for an unsigned package. */
  readonly signer: Signer | null
}

const NO_SETTINGS = 'No settings in force were recorded before the span or in it.'
const REBUILT =
  'Seconds with the source "record" were rebuilt from the record of a quarter of an hour: they have no countdowns.'
const UNSIGNED = 'This package is not signed.'

/** Yields the bytes of the package. Leaving the loop ends the reading. */
export function evidencePackage(request: EvidenceRequest): AsyncGenerator<Uint8Array> {
  const { device, span, made, signer, source, phaseNames } = request
  const tally = new SecondsTally()
  const zone = zoneText(span.fromMs, span.untilMs)
  const settings = tableFile('settings.csv', SETTINGS_TABLE, source, span)
  const files = [
    tableFile('seconds.csv', secondsTable({ withMissing: true, onSecond: tally.add }), source, span),
    tableFile('cycles.csv', CYCLES_TABLE, source, span),
    tableFile('events.csv', EVENTS_TABLE, source, span),
    settings,
    tableFile('changes.csv', CHANGES_TABLE, source, span),
    { name: 'phases.csv', text: () => [phasesText(phaseNames)], rows: () => PHASES.length },
    { name: 'README.txt', text: () => [readmeText(zone)], rows: () => null },
  ]
  return writePackage(
    files,
    (packed): Manifest => {
      const figures = tally.figures()
      return {
        ...{ format: 'greenwave-evidence', version: 1, device },
        span: { from: isoTime(span.fromMs), until: isoTime(span.untilMs), ...span, timeZone: zone },
        ...figures,
        files: [...packed],
        made: { at: isoTime(made.atMs), by: made.by, software: made.software },
        remarks: [
          ...(figures.seconds.rebuilt > 0 ? [REBUILT] : []),
          ...(settings.rows() === 0 ? [NO_SETTINGS] : []),
          ...(signer ? [] : [UNSIGNED]),
          ...request.remarks,
        ],
        signer: signer && {
          installation: signer.installation,
          publicKey: signer.publicKey,
          fingerprint: signer.fingerprint,
        },
      }
    },
    signer,
  )
}

function tableFile(name: string, { columns, rows }: Table, source: HistorySource, span: Span): FileToPack {
  let count = 0
  return {
    name,
    async *text() {
      yield csvHead(columns)
      for await (const step of rows(source, span)) {
        count += step.rows.length
        yield csvLines(columns, step.rows)
      }
    },
    rows: () => count,
  }
}
