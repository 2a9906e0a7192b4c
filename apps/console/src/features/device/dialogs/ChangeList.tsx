import { unfoldedSite, unfoldedWrite } from '@greenwave/changes/siteValues'
import type { AttributeSet } from '@greenwave/contract/changeRecords'
import type { AttributeValues } from '@greenwave/controller/attributes'
import { sameValue } from '@greenwave/controller/delivery'
import { useSettingWords } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './Findings.module.css'

/** Lists the old and the new value of everything that changes, in words. */
export function ChangeList({ before, after }: { before: AttributeValues; after: AttributeSet }) {
  const t = useTexts('device')
  const { nameOf, valueText } = useSettingWords()
  const old = unfoldedSite(before)
  const changed = Object.entries(unfoldedWrite(before, after)).filter(
    ([key, value]) => !sameValue(old[key], value ?? undefined),
  )
  if (changed.length === 0) return <p className={styles.state}>{t('change.unchanged')}</p>
  return (
    <ul className={styles.changes}>
      {changed.map(([key, value]) => (
        <li key={key}>
          {nameOf(key)}
          <b>
            <del>{valueText(key, old[key])}</del> → {valueText(key, value)}
          </b>
        </li>
      ))}
    </ul>
  )
}
