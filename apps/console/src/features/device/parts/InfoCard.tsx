import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { memo } from 'react'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { dateText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { ActiveTag } from './ActiveTag.tsx'
import { Fact, Facts } from './Facts.tsx'

const connectivityOf = ({ connectivity }: DeviceState) => connectivity

/**
 * Shows name, label, status, customer and the times of the last activity, connection and disconnection; 'Never' for a
 * time that does not exist.
 */
export const InfoCard = memo(function InfoCard({ info }: { info: DeviceInfo }) {
  const t = useTexts('device')
  const { lastActivityMs, lastConnectMs, lastDisconnectMs } = useDevice(info.id.id, connectivityOf)
  const timeText = (ms: number | null) => (ms === null ? t('info.never') : dateText(ms))
  return (
    <Card title={t('info.title')} padded={false}>
      <Facts>
        <Fact name={t('info.name')} value={info.name} />
        <Fact name={t('info.label')} value={info.label || t('noLabel')} />
        <Fact name={t('info.status')} value={<ActiveTag info={info} />} />
        <Fact name={t('info.customer')} value={info.customerTitle ?? t('info.noCustomer')} />
        <Fact name={t('info.lastActivity')} value={timeText(lastActivityMs)} />
        <Fact name={t('info.lastConnect')} value={timeText(lastConnectMs)} />
        <Fact name={t('info.lastDisconnect')} value={timeText(lastDisconnectMs)} />
      </Facts>
    </Card>
  )
})
