import { memo } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import { wallClockText } from '../model/clockText.ts'
import type { DeviceView } from '../model/deviceView.ts'
import { ActiveTag } from './ActiveTag.tsx'
import { Fact, Facts } from './Facts.tsx'
import { useZones } from './useZones.ts'

/** Name, label, status and the last times of connection; 'Never' for what has not happened. */
export const InfoCard = memo(function InfoCard({
  view,
}: {
  view: Pick<DeviceView, 'name' | 'label' | 'connectivity' | 'customerTitle'>
}) {
  const t = useTexts('device')
  const { connectivity } = view
  const zones = useZones()
  const timeText = (ms: number | null) => (ms === null ? t('info.never') : wallClockText(ms))
  return (
    <Card
      title={t('info.title')}
      padded={false}
      tags={zones && <StatusTag tone="mute">{t('clock.zoneHere', { zone: zones.here })}</StatusTag>}
    >
      <Facts>
        <Fact name={t('info.name')} value={view.name} />
        <Fact name={t('info.label')} value={view.label || t('noLabel')} />
        <Fact name={t('info.status')} value={<ActiveTag active={connectivity.active} />} />
        <Fact name={t('info.customer')} value={view.customerTitle ?? t('info.noCustomer')} />
        <Fact name={t('info.lastActivity')} value={timeText(connectivity.lastActivityMs)} />
        <Fact name={t('info.lastConnect')} value={timeText(connectivity.lastConnectMs)} />
        <Fact name={t('info.lastDisconnect')} value={timeText(connectivity.lastDisconnectMs)} />
      </Facts>
    </Card>
  )
})
