import { PHASES } from '@greenwave/controller/controllerLimits'
import { Link } from '@tanstack/react-router'
import { NamedPhases } from '../../../shared/NamedPhases.tsx'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { timeText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import type { PreviewRow } from '../model/routePreview.ts'
import styles from './Routes.module.css'

/** Says for each junction what a start would do there. */
export function RoutePreview({ rows }: { readonly rows: readonly PreviewRow[] }) {
  const t = useTexts('corridors', 'routes')
  return (
    <ol className={styles.list} aria-label={t('before')}>
      {rows.map((row, index) => (
        <li key={row.device} className={styles.junction}>
          <b className={styles.number}>{index + 1}</b>
          <div className={styles.facts}>
            <Link to="/devices/$deviceId" params={{ deviceId: row.device }}>
              {row.name}
            </Link>
            <NamedPhases deviceId={row.device}>
              <Plan row={row} />
            </NamedPhases>
          </div>
          <State row={row} />
        </li>
      ))}
    </ol>
  )
}

function Plan({ row }: { readonly row: PreviewRow }) {
  const t = useTexts('corridors', 'routes')
  const { inText } = usePhaseNames()
  const waiting = PHASES.filter((phase) => phase !== row.phase)
    .map((phase) => inText(phase))
    .join(', ')
  if (row.left === 'phase3') return <p>{t('cannotHold', { phase: inText(row.phase) })}</p>
  return (
    <p>
      {t('plan', {
        ...{ phase: inText(row.phase), from: timeText(row.from), until: timeText(row.until) },
        ...{ eta: timeText(row.eta), waiting, seconds: row.waitS },
      })}
    </p>
  )
}

function State({ row }: { readonly row: PreviewRow }) {
  const t = useTexts('corridors', 'routes')
  if (row.left) return <StatusTag tone={row.left === 'danger' ? 'bad' : 'warn'}>{t(`left.${row.left}`)}</StatusTag>
  if (row.otherRoute !== undefined)
    return <StatusTag tone="warn">{t('otherRoute', { name: row.otherRoute })}</StatusTag>
  if (row.isFaulty) return <StatusTag tone="warn">{t('faulty')}</StatusTag>
  if (row.flashes) return <StatusTag tone="info">{t('flashes')}</StatusTag>
  return <StatusTag tone="ok">{t('ready')}</StatusTag>
}
