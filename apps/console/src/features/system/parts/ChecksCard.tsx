import type { SystemFinding } from '@greenwave/contract/wire/systemReport'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { systemFindingsQuery } from '../../../data/queries/installation.ts'
import { timeText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/states/Skeletons.tsx'
import { StatusTag, type Tone } from '../../../ui/states/StatusTag.tsx'
import { withCityTimes } from '../model/cityTimes.ts'
import styles from './System.module.css'

const TONES: Readonly<Record<SystemFinding['level'], Tone>> = {
  error: 'bad',
  warning: 'warn',
  unknown: 'mute',
  ok: 'ok',
}
const ORDER = ['error', 'warning', 'unknown'] as const

/** What the checks of the installation found, problems first, with what to do. */
export function ChecksCard() {
  const t = useTexts('admin', 'system')
  const checks = useQuery(systemFindingsQuery())
  const found = checks.data?.findings ?? []
  const problems = ORDER.flatMap((level) => found.filter((finding) => finding.level === level))
  const sound = found.filter(({ level }) => level === 'ok')
  return (
    <Card
      title={t('checks')}
      actions={
        <Button variant="default" size="xs" loading={checks.isFetching} onClick={() => void checks.refetch()}>
          {t('checkAgain')}
        </Button>
      }
    >
      {checks.isPending ? (
        <SkeletonRows rows={4} height={36} />
      ) : checks.data === undefined ? (
        <ErrorState compact error={checks.error} fallback={t('checksFailed')} />
      ) : (
        checks.data && (
          <div className={styles.checks}>
            <p className={styles.hint}>{t('checkedAt', { time: timeText(checks.data.atMs) })}</p>
            {problems.length === 0 ? (
              <p className={styles.well}>
                <StatusTag tone="ok">{t('allWell')}</StatusTag>
              </p>
            ) : (
              <Findings label={t('problems')} findings={problems} />
            )}
            <details className={styles.more}>
              <summary>{t('sound', { count: sound.length })}</summary>
              <Findings label={t('sound', { count: sound.length })} findings={sound} />
            </details>
          </div>
        )
      )}
    </Card>
  )
}

function Findings({ label, findings }: { readonly label: string; readonly findings: readonly SystemFinding[] }) {
  const t = useTexts('admin', 'system')
  return (
    <ul className={styles.findings} aria-label={label}>
      {findings.map(({ check, level, says, fix }) => (
        <li key={check}>
          <StatusTag tone={TONES[level]}>{t(`levels.${level}`)}</StatusTag>
          <div lang="en">
            <strong>{check}</strong>: {withCityTimes(says)}
            {fix !== undefined && <p>{withCityTimes(fix)}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}
