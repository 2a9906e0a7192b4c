import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { runsQuery } from '../data/queries/routes.ts'
import { useTexts } from '../texts/useTexts.ts'
import styles from './RouteCourse.module.css'

/** Shows the runs of green routes that go on, each with a link to it; nothing without any. */
export function RouteCourse() {
  const t = useTexts('corridors', 'routes')
  const runs = useQuery(runsQuery()).data ?? []
  if (runs.length === 0) return null
  return (
    <div className={styles.course} role="status">
      {runs.map(({ routeId, run }) => (
        <p key={run.id}>
          <Link to="/routes" search={{ route: routeId }}>
            {t('title')}
          </Link>
          {': '}
          {t('course', {
            ...{ name: run.name, by: run.by, why: run.why, total: run.junctions.length },
            passed: run.junctions.filter(({ step }) => step.passed !== undefined).length,
          })}
          {run.drill && ` (${t('drill')})`}
        </p>
      ))}
    </div>
  )
}
