import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { Button, Loader } from '@mantine/core'
import { errorText } from '../../../data/errorText.ts'
import { FIRST_DEVICES } from '../../../data/queries/devices.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { FoundBeyond } from '../../../ui/lists/useSearchBeyond.ts'
import styles from './DevicePanel.module.css'
import { DeviceRow } from './DeviceRow.tsx'

/** Properties of `DevicesBeyond`. */
interface DevicesBeyondProps {
  readonly beyond: FoundBeyond<DeviceInfo>
  readonly selectedId: string | undefined
  readonly onSelect: (deviceId: string) => void
}

/** Shows what a search finds beyond the devices of the panel. */
export function DevicesBeyond({ beyond, selectedId, onSelect }: DevicesBeyondProps) {
  const t = useTexts('device', 'dashboard')
  const { rows, isAsking, error, retry } = beyond
  const title = t('beyond', { shown: FIRST_DEVICES.pageSize })
  return (
    <section className={styles.beyond} aria-label={title}>
      <h3>
        {title}
        {isAsking && <Loader size={14} role="status" aria-label={t('loading')} />}
      </h3>
      {error && (
        <div className={styles.error} role="alert">
          <p>{errorText(error, t('failed'))}</p>
          <Button variant="default" size="compact-sm" onClick={retry}>
            {t('retry')}
          </Button>
        </div>
      )}
      {rows.length > 0 && (
        <ul>
          {rows.map((device) => (
            <DeviceRow key={device.id.id} device={device} selected={device.id.id === selectedId} onSelect={onSelect} />
          ))}
        </ul>
      )}
    </section>
  )
}
