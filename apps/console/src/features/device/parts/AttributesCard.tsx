import type { TimedValues } from '@greenwave/controller/timedValue'
import { memo } from 'react'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../../ui/states/PartLoading.tsx'
import styles from './AttributesCard.module.css'

/** Loaded when the rest is shown, because its sections are closed at first. */
const AttributeTable = lazyPart(async () => (await import('./AttributeTable.tsx')).AttributeTable, 'device')

const scopesOf = ({ server = {}, shared = {}, client = {} }: DeviceState) => ({ server, shared, client })

/** Shows all stored attributes of a device as they are stored, in sections that are closed at first. */
export const AttributesCard = memo(function AttributesCard({ deviceId }: { deviceId: string }) {
  const t = useTexts('device')
  const { server, shared, client } = useDevice(deviceId, scopesOf)
  return (
    <Card title={t('attributes.title')} padded={false}>
      <Scope title={t('attributes.server')} attributes={server} />
      <Scope title={t('attributes.shared')} attributes={shared} />
      <Scope title={t('attributes.client')} attributes={client} />
    </Card>
  )
})

function Scope({ title, attributes }: { title: string; attributes: TimedValues }) {
  const t = useTexts('device')
  const { length } = Object.keys(attributes)
  return (
    <details className={styles.scope}>
      <summary>
        {title} <small>{length}</small>
      </summary>
      {length === 0 ? (
        <p className={styles.none}>{t('attributes.none')}</p>
      ) : (
        <PartLoading>
          <AttributeTable attributes={attributes} />
        </PartLoading>
      )}
    </details>
  )
}
