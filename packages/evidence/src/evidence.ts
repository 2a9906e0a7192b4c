/** The evidence of a span: the package of one junction's seconds, cycles, events, settings and changes. */
import { PHASES } from '@greenwave/controller/controllerLimits'
import { isoTime, zoneText } from '@greenwave/controller/isoTime'
import type { JunctionNotes } from './junctionNotes.ts'
import type { Manifest } from './manifest.ts'
import type { Signer } from './signer.ts'
import { CHANGES_TABLE } from './tables/changes.ts'
import { CYCLES_TABLE } from './tables/cycles.ts'
import { EVENTS_TABLE } from './tables/events.ts'
import { phasesText } from './tables/phases.ts'
import { secondsTable } from './tables/seconds.ts'
import { SETTINGS_TABLE } from './tables/settings.ts'
import { csvHead, csvLines, type HistorySource, type Span, type Table } from './tables/table.ts'
import { SecondsTally } from './tally.ts'
import { type FileToPack, writePackage } from './writePackage.ts'

/** Writes the README of a package, for readers who know nothing of Greenwave. @param zone of its times */
const readmeText = (zone: string): string => `What a traffic signal showed, second by second, and what was programmed.
Đèn tín hiệu đã hiển thị gì trong từng giây, và đã được cài đặt thế nào.

seconds.csv    each second: what each phase showed, its countdowns, the controller's clock, plan, program, mode
               mỗi giây: từng pha, số đếm ngược, đồng hồ của tủ, kế hoạch, chương trình, chế độ
cycles.csv     each cycle as it was recorded / từng chu kỳ đã ghi
events.csv     incidents, connections, modes, plans / sự cố, kết nối, chế độ, kế hoạch
settings.csv   the settings in force, and their changes / cài đặt có hiệu lực và các thay đổi
changes.csv    who set what, when and why, as the console recorded it / ai đã đặt gì, khi nào và vì sao
phases.csv     how people called the phases when this was made / tên gọi các pha khi lập gói này
manifest.json  junction, span, gaps, who made this and when, the SHA-256 of each file
               nút giao, khoảng thời gian, chỗ thiếu dữ liệu, người lập, thời điểm, SHA-256 của từng tệp
signature.json the signature of manifest.json (Ed25519); missing in an unsigned package
               chữ ký của manifest.json; không có nếu không ai ký

Times are in the zone of the controllers, ${zone}. An empty cell: unknown. The source of a second is "samples" (what the
controller sent in that second), "record" (rebuilt from the record of a quarter of an hour) or "none" (no data). A phase that
is "not shown" has a display that sends nothing before the last seconds of a lamp: which lamp was lit is not known.
Giờ theo múi giờ ${zone}. Ô trống: không rõ. Nguồn của một giây: "samples" (tủ đã gửi), "record" (dựng lại từ bản ghi 15 phút)
hoặc "none" (không có dữ liệu). Pha "not shown": bộ hiển thị chỉ gửi những giây cuối của đèn, trước đó không rõ đèn nào sáng.

To verify / Kiểm tra:  greenwave verify FILE --fingerprint FINGERPRINT
Take the fingerprint from the operator of the installation, not from this package.
Lấy dấu vân tay khóa từ đơn vị vận hành, không lấy từ gói này.
`

/** Request for evidence. */
export interface EvidenceRequest {
  readonly source: HistorySource
  readonly device: Manifest['device']
  /** Names of its phases, and what its displays show, now. */
  readonly notes: JunctionNotes
  /** Whole seconds. */
  readonly span: Span
  readonly made: { readonly atMs: number; readonly by: string; readonly software: string }
  /** Remarks for the reader, in sentences. */
  readonly remarks: readonly string[]
  /** Values from before were made for a sample city, epoch milliseconds. */
  readonly madeBeforeMs?: number | undefined
  /** Null for an unsigned package. */
  readonly signer: Signer | null
}

const NO_SETTINGS = 'No settings in force were recorded before the span or in it.'
const REBUILT =
  'Seconds with the source "record" were rebuilt from the record of a quarter of an hour: they have no countdowns.'
const NOT_SHOWN =
  'A phase that is "not shown" sends nothing before the last seconds of a lamp: which one was lit is not known. What displays hide was set or learned when this was made.'
const madeUp = (beforeMs: number): string =>
  `Values from before ${isoTime(beforeMs)} were made for a sample city: no controller sent them.`
const UNSIGNED = 'This package is not signed.'

/** Yields the bytes of the package. Leaving the loop ends the reading. */
export function evidencePackage(request: EvidenceRequest): AsyncGenerator<Uint8Array> {
  const { device, span, made, signer, notes, madeBeforeMs = 0 } = request
  const source = { ...request.source, displays: notes.displays }
  const tally = new SecondsTally()
  const zone = zoneText(span.fromMs, span.untilMs)
  const settings = tableFile('settings.csv', SETTINGS_TABLE, source, span)
  const files = [
    tableFile('seconds.csv', secondsTable({ withMissing: true, onSecond: tally.add }), source, span),
    tableFile('cycles.csv', CYCLES_TABLE, source, span),
    tableFile('events.csv', EVENTS_TABLE, source, span),
    settings,
    tableFile('changes.csv', CHANGES_TABLE, source, span),
    { name: 'phases.csv', text: () => [phasesText(notes.phaseNames)], rows: () => PHASES.length },
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
          ...(figures.seconds.notShown ? [NOT_SHOWN] : []),
          ...(settings.rows() === 0 ? [NO_SETTINGS] : []),
          ...(signer ? [] : [UNSIGNED]),
          ...(span.fromMs < madeBeforeMs ? [madeUp(madeBeforeMs)] : []),
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
