import type { TimedAttributes } from '@greenwave/controller/delivery'
import { memo } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/Card.tsx'
import { wallClockText } from '../model/clockText.ts'
import styles from './AttributesCard.module.css'

interface AttributesCardProps {
  readonly server: TimedAttributes
  readonly shared: TimedAttributes
  readonly client: TimedAttributes
}

/** Everything that is stored of a device, as it is stored; folded away until somebody looks. */
export const AttributesCard = memo(function AttributesCard({ server, shared, client }: AttributesCardProps) {
  const t = useTexts('device')
  return (
    <Card title={t('attributes.title')} padded={false}>
      <Scope title={t('attributes.server')} attributes={server} />
      <Scope title={t('attributes.shared')} attributes={shared} />
      <Scope title={t('attributes.client')} attributes={client} />
    </Card>
  )
})

function Scope({ title, attributes }: { title: string; attributes: TimedAttributes }) {
  const t = useTexts('device')
  const rows = Object.entries(attributes)
    .flatMap(([key, attribute]) => (attribute ? [{ key, ...attribute }] : []))
    .sort((a, b) => a.key.localeCompare(b.key, 'en', { numeric: true }))
  return (
    <details className={styles.scope}>
      <summary>
        {title} <small>{rows.length}</small>
      </summary>
      {rows.length === 0 ? (
        <p className={styles.none}>{t('attributes.none')}</p>
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('attributes.key')}</th>
                <th scope="col">{t('attributes.value')}</th>
                <th scope="col">{t('attributes.updated')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, value, lastUpdateTs }) => (
                <tr key={key}>
                  <th scope="row">{key}</th>
                  <td>{typeof value === 'string' ? value : JSON.stringify(value)}</td>
                  <td className={styles.time}>{wallClockText(lastUpdateTs)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  )
}
