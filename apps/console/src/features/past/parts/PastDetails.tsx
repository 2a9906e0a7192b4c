import type { EvidenceSample } from '@greenwave/contract/records/incidentDetails'
import type { AlarmCommentInfo } from '@greenwave/contract/wire/alarmComments'
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import type { Page } from '@greenwave/contract/wire/page'
import { PHASES } from '@greenwave/controller/controllerLimits'
import type { UseQueryResult } from '@tanstack/react-query'
import { AlarmComments } from '../../../shared/AlarmComments.tsx'
import { timeText } from '../../../shared/dateText.ts'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { incidentOf } from '../model/pastIncident.ts'
import styles from './Past.module.css'

export interface PastDetailsProps {
  alarm: AlarmInfo
  comments: UseQueryResult<Page<AlarmCommentInfo>>
}

/** Why an incident was raised, in numbers, and what people and the platform noted beside it. */
export function PastDetails({ alarm, comments }: PastDetailsProps) {
  const t = useTexts('monitoring', 'past')
  const { evidence, rule } = incidentOf(alarm)
  return (
    <>
      {rule !== '' && <p>{t('rule', { rule })}</p>}
      {evidence.length > 0 ? <Evidence samples={evidence} /> : <p className={styles.quiet}>{t('noEvidence')}</p>}
      <h3>{t('commentsTitle')}</h3>
      <AlarmComments comments={comments} />
    </>
  )
}

function Evidence({ samples }: { samples: readonly EvidenceSample[] }) {
  const t = useTexts('monitoring', 'past')
  const { nameOf } = usePhaseNames()
  return (
    <table className={styles.evidence}>
      <caption>{t('evidence')}</caption>
      <thead>
        <tr>
          <th>{t('time')}</th>
          {PHASES.map((phase) => (
            <th key={phase}>{nameOf(phase) ?? t('phase', { phase })}</th>
          ))}
          <th>{t('clock')}</th>
        </tr>
      </thead>
      <tbody>
        {samples.map(({ ts, counts, clockMs }) => (
          <tr key={ts}>
            <td>{timeText(ts)}</td>
            {PHASES.map((phase) => (
              <td key={phase}>{countsText(counts.slice((phase - 1) * LAMPS, phase * LAMPS))}</td>
            ))}
            <td>{clockMs === null ? '–' : timeText(clockMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** How many lamps a phase has. */
const LAMPS = 3

/** Returns the seconds left of red, yellow and green; a dash for a value that did not arrive. */
function countsText(counts: readonly number[]): string {
  return counts.map((count) => (count < 0 ? '–' : count)).join(' / ')
}
