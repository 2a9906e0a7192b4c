import type { TimedValues } from '@greenwave/controller/timedValue'
import { Fragment } from 'react'
import { dateText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './AttributesCard.module.css'

/** Shows attributes as they are stored, by key. */
export function AttributeTable({ attributes }: { readonly attributes: TimedValues }) {
  const t = useTexts('device')
  const rows = Object.entries(attributes)
    .map(([key, attribute]) => ({ key, ...attribute }))
    .sort((a, b) => a.key.localeCompare(b.key, 'en', { numeric: true }))
  return (
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
          {rows.map(({ key, value, ts }) => (
            <tr key={key}>
              <th scope="row">
                <Key text={key} />
              </th>
              <Value text={typeof value === 'string' ? value : JSON.stringify(value)} />
              <td className={styles.time}>{dateText(ts)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/**
 * Shows a key that may wrap before each of its capitals: `last|Disconnect|Time`.
 */
function Key({ text }: { text: string }) {
  return [...text.matchAll(/.+?(?:(?<=[a-z])(?=[A-Z])|$)/gs)].map(({ index, 0: word }) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ))
}

/** The length up to which a value never wraps. A time in milliseconds has 13 digits. */
const MOST_UNBROKEN = 16

function Value({ text }: { text: string }) {
  return <td {...(text.length > MOST_UNBROKEN && { className: styles.long ?? '' })}>{text}</td>
}
