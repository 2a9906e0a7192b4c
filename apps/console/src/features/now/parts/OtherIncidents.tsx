import { Link } from '@tanstack/react-router'
import type { Incident } from '../../../data/fleet/incident.ts'
import { markOf } from '../../../data/health.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { HealthMark } from '../../../ui/states/HealthMark.tsx'
import { useRowSentences } from '../words/useRowSentences.ts'
import styles from './OtherIncidents.module.css'

/** Lists what else is wrong at a row's junctions, and the green waves that they break, each with its corridor. */
export function OtherIncidents({ incidents }: { readonly incidents: readonly Incident[] }) {
  const t = useTexts('incidents', 'now')
  const sentences = useRowSentences()
  return (
    <ul className={styles.others} aria-label={t('others')}>
      {incidents.map((incident) => (
        <li key={incident.id}>
          <HealthMark mark={markOf(incident.level)} label={t(`level.${markOf(incident.level)}`)} />
          <span>
            {incident.of === 'corridor' && (
              <>
                <Link to="/corridors/$corridorId" params={{ corridorId: incident.junctionId }}>
                  {incident.junction}
                </Link>
                {': '}
              </>
            )}
            {sentences.incident(incident, serverNowMs())}
          </span>
        </li>
      ))}
    </ul>
  )
}
