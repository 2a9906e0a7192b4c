import { isoDate } from '@greenwave/controller/isoTime'
import type { ListKind } from '@greenwave/transfer/entityList'
import type { EntryOutcome } from '@greenwave/transfer/entryImport'
import { Button } from '@mantine/core'
import { inOwnLanguage } from '../../../data/errorText.ts'
import { saveFile } from '../../../shared/saveFile.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ReadTable } from '../../../ui/lists/ReadTable.tsx'
import { StatusTag, type Tone } from '../../../ui/states/StatusTag.tsx'
import { countOutcomes, OUTCOMES, type ReportLine, reportCsv, unfinished } from '../model/listReport.ts'
import styles from './Files.module.css'

const ROWS = 100
const TONES: Readonly<Record<EntryOutcome['state'], Tone>> = {
  created: 'ok',
  updated: 'ok',
  same: 'mute',
  conflict: 'warn',
  failed: 'bad',
}

interface ListReportProps {
  readonly kind: ListKind
  readonly lines: readonly ReportLine[]
}

/** How many lines were done, and line by line what was not. */
export function ListReport({ kind, lines }: ListReportProps) {
  const t = useTexts('admin', 'files')
  const counts = countOutcomes(lines)
  const open = unfinished(lines)
  const columns = [t('list.line'), t('list.name'), t('list.outcome')]
  const name = `${t(`list.fileName.${kind}`)}-${t('list.report')}`
  const save = () => saveReport(reportCsv(lines, columns, wordsOf), name)
  return (
    <>
      <ul className={styles.counts} aria-label={t('list.report')}>
        {OUTCOMES.filter((state) => counts[state] > 0).map((state) => (
          <li key={state}>
            <StatusTag tone={TONES[state]}>
              {counts[state]} · {t(`list.states.${state}`)}
            </StatusTag>
          </li>
        ))}
      </ul>
      {open.length > 0 && (
        <ReadTable label={t('list.outcome')} columns={columns}>
          {open.slice(0, ROWS).map(({ entry, outcome }) => (
            <tr key={entry.line}>
              <td>{entry.line}</td>
              <th scope="row">{entry.name}</th>
              <td>{wordsOf(outcome)}</td>
            </tr>
          ))}
        </ReadTable>
      )}
      {open.length > ROWS && <p className={styles.hint}>{t('list.more', { count: open.length - ROWS })}</p>}
      <Button variant="default" onClick={save}>
        {t('list.saveReport')}
      </Button>
    </>
  )

  function wordsOf(outcome: EntryOutcome): string {
    if (outcome.state === 'conflict') return t('list.conflictIn', { fields: outcome.fields.join(', ') })
    if (outcome.state === 'failed') return t('list.failedBy', { why: inOwnLanguage(outcome.why) })
    return t(`list.states.${outcome.state}`)
  }
}

function saveReport(text: string, name: string): void {
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${name}-${isoDate(Date.now())}.csv`)
}
