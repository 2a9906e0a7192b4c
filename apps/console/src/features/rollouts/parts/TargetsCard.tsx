import { BYTE_ORDER_MARK, csvLine } from '@greenwave/contract/csv'
import type { Rollout, RolloutTarget, TargetState } from '@greenwave/contract/records/rollouts'
import { isoDate, isoSecond } from '@greenwave/controller/isoTime'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { inOwnLanguage } from '../../../data/errorText.ts'
import { ChangeStateTag } from '../../../shared/changeState.tsx'
import { DateWords } from '../../../shared/DateWords.tsx'
import { saveFile } from '../../../shared/saveFile.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ReadTable } from '../../../ui/lists/ReadTable.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import styles from './Rollouts.module.css'

/** Sort order of the states: those that need attention first. */
const ORDER: readonly TargetState[] = [
  'failed',
  'waiting',
  'noReport',
  'sending',
  'sent',
  'reported',
  'seen',
  'taken',
  'same',
  'todo',
]
const ROWS = 100

interface TargetsCardProps {
  readonly rollout: Rollout
  readonly nameOf: (id: string) => string
}

/** Lists the outcome at each junction. */
export function TargetsCard({ rollout, nameOf }: TargetsCardProps) {
  const t = useTexts('settings', 'rollouts')
  const states = useTexts('device', 'changeStates')
  const [rows, setRows] = useState(ROWS)
  const sorted = rollout.targets.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
  const save = () => {
    const file = new Blob([reportCsv(rollout, nameOf)], { type: 'text/csv;charset=utf-8' })
    saveFile(file, `${t('reportFile')}-${isoDate(rollout.at)}.csv`)
  }
  return (
    <Card
      title={t('card.junctions')}
      tags={t('junctions', { count: sorted.length })}
      padded={false}
      actions={
        <Button variant="default" onClick={save}>
          {t('report')}
        </Button>
      }
    >
      <ReadTable label={t('card.junctions')} columns={[t('columns.junction'), t('columns.state'), t('columns.time')]}>
        {sorted.slice(0, rows).map((target: RolloutTarget) => (
          <tr key={target.id}>
            <th scope="row">
              <Link to="/devices/$deviceId" params={{ deviceId: target.id }}>
                {nameOf(target.id)}
              </Link>
            </th>
            <td>
              <ChangeStateTag state={target.why ?? target.state} />
              {target.why && ` ${states(`text.${target.why}`)}`}
              {target.said && ` (${inOwnLanguage(target.said)})`}
            </td>
            <td>{target.at === undefined ? '–' : <DateWords ms={target.at} />}</td>
          </tr>
        ))}
      </ReadTable>
      {sorted.length > rows && (
        <div className={styles.foot}>
          <Button variant="default" onClick={() => setRows(rows + ROWS)}>
            {t('preview.more', { count: Math.min(ROWS, sorted.length - rows) })}
          </Button>
        </div>
      )}
    </Card>
  )
}

/**
 * Writes the report of a change of many junctions as CSV, one line a junction. Columns are named in English, as programs
 * know them.
 */
function reportCsv(rollout: Rollout, nameOf: (id: string) => string): string {
  const lines = rollout.targets.map(({ id, state, why = '', said = '', at }) =>
    csvLine([nameOf(id), state, why, said, isoSecond(at), id]),
  )
  return [BYTE_ORDER_MARK + csvLine(['junction', 'state', 'why', 'said', 'sent', 'device_id']), ...lines].join('')
}
