import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorText } from '../../../data/errorText.ts'
import { endMaintenanceMutation } from '../../../data/queries/installation.ts'
import { systemNoticesQuery } from '../../../data/queries/system.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { dateText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import styles from './System.module.css'

/** Interval at which the end of the maintenance is looked at, milliseconds. */
const STEP_MS = 1_000

/** Stops what people write for maintenance, and ends that. */
export function MaintenanceCard({ onStart }: { readonly onStart: () => void }) {
  const t = useTexts('admin', 'system')
  const { data: notices } = useQuery(systemNoticesQuery())
  const end = useMutation(endMaintenanceMutation)
  const nowMs = useNow(STEP_MS, serverNowMs)
  const maintenance = notices?.maintenance
  const isOn = maintenance !== undefined && maintenance.until > nowMs
  return (
    <Card
      title={t('maintenance')}
      actions={
        isOn ? (
          <Button variant="default" size="xs" loading={end.isPending} onClick={() => end.mutate()}>
            {t('endMaintenance')}
          </Button>
        ) : (
          <Button variant="default" size="xs" onClick={onStart}>
            {t('startMaintenance')}
          </Button>
        )
      }
    >
      {isOn ? (
        <>
          <p className={styles.well}>
            <StatusTag tone="warn">{t('maintenanceOn', { time: dateText(maintenance.until) })}</StatusTag>
          </p>
          <p className={styles.sentence}>{maintenance.text}</p>
        </>
      ) : (
        <p className={styles.well}>{t('maintenanceOff')}</p>
      )}
      {end.error && <ErrorText>{errorText(end.error, t('endFailed'))}</ErrorText>}
    </Card>
  )
}
