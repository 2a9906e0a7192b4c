import { RECORDED_STATES } from '@greenwave/contract/records/changeRecords'
import { isoTime } from '@greenwave/controller/isoTime'
import type { Span } from '@greenwave/evidence/tables/table'
import { type ReactNode, useMemo } from 'react'
import { HEALTH_CODES } from '../../../data/health.ts'
import type { EvidenceRows, NamedCells } from '../../../data/queries/evidence.ts'
import { inOwnLanguage } from '../../../data/errorText.ts'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useHealthWords } from '../../../shared/useHealthWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { Scrollable } from '../../../ui/page/Scrollable.tsx'
import { lampStretches } from '../model/lampStretches.ts'
import styles from './Evidence.module.css'

/** Returns the time of day of a moment, in the zone of the controllers. */
const clock = (ms: unknown): string => (typeof ms === 'number' ? isoTime(ms).slice(11, 19) : '–')
const text = (cell: NamedCells[string] | undefined): string =>
  cell === null || cell === undefined ? '–' : String(cell)

/** Shows the stored data of a span, for reading and printing. */
export function Sheet({ span, rows }: { span: Span; rows: EvidenceRows }) {
  const t = useTexts('monitoring', 'evidence')
  const { total, sampled, rebuilt, missing, notShown } = rows.figures.seconds
  return (
    <>
      <Card title={t('what')}>
        <dl className={styles.facts}>
          <dt>{t('span')}</dt>
          <dd>{t('spanText', { from: isoTime(span.fromMs), until: isoTime(span.untilMs) })}</dd>
          <dt>{t('seconds')}</dt>
          <dd>
            {t('secondsText', { total, sampled, rebuilt, missing })}
            {notShown !== undefined && `; ${t('notShownText', { count: notShown })}`}
          </dd>
          <dt>{t('gaps')}</dt>
          <dd>
            {rows.figures.gapCount === 0
              ? t('noGaps')
              : rows.figures.gaps.map(({ from, until }) => `${from.slice(11, 19)}–${until.slice(11, 19)}`).join(', ')}
          </dd>
        </dl>
      </Card>
      <Lamps seconds={rows.seconds} />
      <Cycles cycles={rows.cycles} />
      <Events events={rows.events} />
      <Changes changes={rows.changes} />
      <Settings settings={rows.settings} />
    </>
  )
}

interface SheetTableProps {
  readonly title: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly ReactNode[])[]
  readonly none: string
}

function SheetTable({ title, heads, rows, none }: SheetTableProps) {
  return (
    <Card title={title} padded={false}>
      {rows.length === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        <Scrollable label={title} low>
          <table className={styles.table}>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, nth) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and never move.
                <tr key={nth}>
                  {cells.map((cell, place) => (
                    <td key={heads[place]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scrollable>
      )}
    </Card>
  )
}

function Lamps({ seconds }: { seconds: EvidenceRows['seconds'] }) {
  const t = useTexts('monitoring', 'evidence')
  const device = useTexts('device')
  const { nameOf } = usePhaseNames()
  const stretches = useMemo(() => lampStretches(seconds), [seconds])
  const lamp = (shown: string | null): string => {
    if (shown === null) return t('lamps.unknown')
    if (shown === 'not shown') return t('lamps.notShown')
    return shown
      .split('+')
      .map((one) => (one === 'red' || one === 'yellow' || one === 'green' || one === 'dark' ? t(`lamps.${one}`) : one))
      .join(' + ')
  }
  const sourceOf = (source: string): string =>
    source === 'samples' ? t('sources.samples') : source === 'record' ? t('sources.record') : t('sources.none')
  return (
    <SheetTable
      title={t('lampsTitle')}
      none={t('nothing')}
      heads={[
        ...[t('fromTo'), t('length')],
        ...[1, 2, 3].map((phase) => nameOf(phase) ?? device('phase', { phase })),
        ...[t('plan'), t('program'), t('source')],
      ]}
      rows={stretches.map(({ fromMs, untilMs, phases, plan, program, source }) => [
        ...[`${clock(fromMs)}–${clock(untilMs)}`, t('lengthText', { seconds: (untilMs - fromMs) / 1000 })],
        ...(source === 'none' ? ['–', '–', '–'] : phases.map(lamp)),
        ...[text(plan), text(program), sourceOf(source)],
      ])}
    />
  )
}

function Cycles({ cycles }: { cycles: EvidenceRows['cycles'] }) {
  const t = useTexts('monitoring', 'evidence')
  const device = useTexts('device')
  const { nameOf } = usePhaseNames()
  return (
    <SheetTable
      title={t('cyclesTitle')}
      none={t('noCycles')}
      heads={[
        ...[t('start'), t('itsClock'), t('length'), t('plan'), t('program')],
        ...[1, 2, 3].map((phase) => t('phaseTimes', { phase: nameOf(phase) ?? device('phase', { phase }) })),
        t('missing'),
      ]}
      rows={cycles.map((row) => [
        ...[clock(row.start), clock(row.controller_clock), text(row.seconds), text(row.plan), text(row.program)],
        ...[1, 2, 3].map((n) => [row[`green_${n}`], row[`yellow_${n}`], row[`clearance_${n}`]].map(text).join(' / ')),
        text(row.missing_seconds),
      ])}
    />
  )
}

function Events({ events }: { events: EvidenceRows['events'] }) {
  const t = useTexts('monitoring', 'evidence')
  const health = useHealthWords()
  const incident = (name: NamedCells[string] | undefined): string => {
    const code = HEALTH_CODES.find((known) => known === name)
    return code ? health.name({ code }) : text(name)
  }
  const worded = (row: NamedCells): string => {
    switch (row.kind) {
      case 'incident':
        return t(row.edge === 'raised' ? 'events.raised' : 'events.cleared', { incident: incident(row.incident) })
      case 'connection':
        return t(row.edge === 'connected' ? 'events.connected' : 'events.gone')
      case 'mode':
        return t('events.mode', { mode: text(row.mode) })
      default:
        return t('events.plan', { plan: text(row.plan), program: text(row.program) })
    }
  }
  return (
    <SheetTable
      title={t('eventsTitle')}
      none={t('noEvents')}
      heads={[t('time'), t('event')]}
      rows={events.map((row) => [clock(row.at), worded(row)])}
    />
  )
}

function Changes({ changes }: { changes: EvidenceRows['changes'] }) {
  const t = useTexts('monitoring', 'evidence')
  const texts = useTexts('device', 'changeStates')
  const stateOf = (cell: NamedCells[string] | undefined): string => {
    const state = RECORDED_STATES.find((known) => known === cell)
    return state === undefined ? text(cell) : texts(`name.${state}`)
  }
  return (
    <SheetTable
      title={t('changesTitle')}
      none={t('noChanges')}
      heads={[t('time'), t('person'), t('attribute'), t('before'), t('after'), t('state'), t('why')]}
      rows={changes.map((row) => [
        ...[clock(row.at), text(row.by), row.name === null ? text(row.attribute) : `${row.name} (${row.attribute})`],
        ...[text(row.before), text(row.after), stateOf(row.state), inOwnLanguage(text(row.why))],
      ])}
    />
  )
}

function Settings({ settings }: { settings: EvidenceRows['settings'] }) {
  const t = useTexts('monitoring', 'evidence')
  const knownAs = (known: NamedCells[string] | undefined): string =>
    known === 'reported' ? t('knownAs.reported') : known === 'gone' ? t('knownAs.gone') : t('knownAs.asked')
  return (
    <SheetTable
      title={t('settingsTitle')}
      none={t('noSettings')}
      heads={[t('since'), t('attribute'), t('value'), t('known')]}
      rows={settings.map((row) => [
        typeof row.from === 'number' ? isoTime(row.from) : '–',
        row.name === null ? text(row.attribute) : `${text(row.name)} (${text(row.attribute)})`,
        text(row.value),
        knownAs(row.known_as),
      ])}
    />
  )
}
