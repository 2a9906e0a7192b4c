import type { SettingInForce } from '@greenwave/contract/wire/systemReport'
import { Fragment } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { ReadTable } from '../../../ui/lists/ReadTable.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import styles from './System.module.css'

/** The settings in force, with where each comes from; those left at their default are folded. */
export function SettingsCard({ settings }: { readonly settings: readonly SettingInForce[] }) {
  const t = useTexts('admin', 'system')
  const given = settings.filter(({ from }) => from !== 'default')
  const standard = settings.filter(({ from }) => from === 'default')
  return (
    <Card title={t('settings')} padded={false}>
      {given.length === 0 ? (
        <p className={styles.none}>{t('noSettings')}</p>
      ) : (
        <SettingTable label={t('settings')} settings={given} />
      )}
      <details className={styles.defaults}>
        <summary>{t('defaults', { count: standard.length })}</summary>
        <SettingTable label={t('defaults', { count: standard.length })} settings={standard} />
      </details>
    </Card>
  )
}

function SettingTable({ label, settings }: { readonly label: string; readonly settings: readonly SettingInForce[] }) {
  const t = useTexts('admin', 'system')
  return (
    <ReadTable label={label} columns={[t('setting'), t('value')]}>
      {settings.map(({ name, value, from, isSecret }) => (
        <tr key={name}>
          <th scope="row">
            <span className={styles.setting}>
              {name.split(/(?<=_)/).map((word) => (
                <Fragment key={word}>
                  {word}
                  <wbr />
                </Fragment>
              ))}
            </span>
            <small>{t(`sources.${from}`)}</small>
          </th>
          <td className={styles.value}>{isSecret ? t('secret') : (value ?? t('notSet'))}</td>
        </tr>
      ))}
    </ReadTable>
  )
}
