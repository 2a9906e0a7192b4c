import { Button } from '@mantine/core'
import { memo } from 'react'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { placeText } from '../../../data/device/location.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import type { OpenDialog } from '../model/deviceDialog.ts'
import { LazyMap } from './LazyMap.tsx'
import styles from './LocationCard.module.css'

const placeOf = ({ place }: DeviceState) => place

interface LocationCardProps {
  readonly deviceId: string
  /** The name of the device. */
  readonly name: string
  readonly onOpen: OpenDialog | undefined
}

/** Shows where the device is, as coordinates and on the map, and leads to what is noted of the junction. */
export const LocationCard = memo(function LocationCard({ deviceId, name, onOpen }: LocationCardProps) {
  const t = useTexts('device')
  const place = useDevice(deviceId, placeOf)
  return (
    <Card
      title={t('location.title')}
      padded={false}
      tags={<span className={styles.coordinates}>{place ? placeText(place) : t('location.none')}</span>}
      actions={
        onOpen && (
          <>
            <Button variant="subtle" size="compact-sm" onClick={() => onOpen({ kind: 'site' })}>
              {t('site.title')}
            </Button>
            <Button variant="subtle" size="compact-sm" onClick={() => onOpen({ kind: 'location' })}>
              {t('location.set')}
            </Button>
          </>
        )
      }
    >
      <LazyMap place={place} name={name} />
    </Card>
  )
})
