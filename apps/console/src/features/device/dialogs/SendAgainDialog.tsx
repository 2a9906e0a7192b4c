import { checkConnection } from '@greenwave/controller/checks/connection'
import { isUntaken } from '@greenwave/controller/delivery'
import { parseInteger } from '@greenwave/controller/integer'
import { checkChange } from '@greenwave/controller/settingTable/checkChange'
import { settingsOfController } from '@greenwave/controller/settingTable/table'
import { plainValues } from '@greenwave/observer/inEffect'
import { useState } from 'react'
import type { Deliveries } from '../../../data/device/settings/deliveries.ts'
import { useSettingWords } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import type { DialogProps } from './dialogProps.ts'
import styles from './Findings.module.css'
import { useChangeFlow } from './useChangeFlow.ts'
import { useSavedNotice, useStreetEffectText } from './useSaveWords.ts'

/** Sends the values again that were saved but not taken by the controller. */
export function SendAgainDialog({
  view,
  opened,
  onClose,
  deliveries,
}: DialogProps & { readonly deliveries: Deliveries }) {
  const t = useTexts('device')
  const dialog = useTexts('settings', 'dialogs')
  const { nameOf, valueText, groupName } = useSettingWords()
  const notify = useSavedNotice()
  const effectText = useStreetEffectText()
  // The list is fixed at opening, so that the listed values are sent, whatever the controller reports meanwhile.
  const [groups] = useState(() => deliveries.groups.filter((group) => isUntaken(group.state)))
  const keys = groups.flatMap((group) => group.keys).filter((key) => isUntaken(key.state))
  const values = Object.fromEntries(keys.map(({ key, desired }) => [key, parseInteger(desired) ?? String(desired)]))
  const findings = checkChange({
    // They are saved already: the change is one for the controller, from what it runs.
    before: view.running,
    after: plainValues(view.shared),
    keys: Object.keys(values),
    has: settingsOfController(plainValues(view.client)),
    limits: view.site.limits,
  })
  const { online } = view.connectivity
  const flow = useChangeFlow({
    view,
    scope: 'SHARED_SCOPE',
    keys: Object.keys(values),
    fallback: dialog('errors.sendAgain'),
    onSaved: (sent, saved) => notify(groups.map(({ group }) => groupName(group)).join(', '), sent, saved),
    onClose,
  })
  return (
    <ChangeDialog
      view={view}
      opened={opened}
      title={t('delivery.sendAgain')}
      flow={flow}
      values={values}
      findings={[...findings, ...checkConnection(online)]}
      online={online}
      effect={effectText(view.running, view.settings, online)}
      lead={
        <ul className={styles.changes}>
          {keys.map(({ key, desired, reported }) => (
            <li key={key}>
              {nameOf(key)}
              <b>
                {valueText(key, desired)}
                {reported !== undefined && ` (${t('delivery.reports', { reported: valueText(key, reported) })})`}
              </b>
            </li>
          ))}
        </ul>
      }
      onClose={onClose}
    />
  )
}
