import { siteMemberKey } from '@greenwave/changes/siteValues'
import { LONGEST_PHASE_NAME, parseSite, SITE_KEY, siteToWrite } from '@greenwave/contract/records/junctionSite'
import { shownValue } from '@greenwave/controller/checks/ranges'
import { PHASES } from '@greenwave/controller/controllerLimits'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { Term } from '../../../shared/Explained.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { asTexts } from '../../../ui/forms/typedForm.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { useNumberText } from '../../../ui/states/useNumberText.ts'
import {
  oddWithoutField,
  PHASE_FIELDS,
  parseSiteForm,
  phaseFieldKey,
  SITE_FIELD_RANGES,
  siteTexts,
  WHOLE_FIELDS,
} from '../model/siteForm.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { ConflictNote } from './ConflictNote.tsx'
import { DecimalField } from './DecimalField.tsx'
import type { DialogProps } from './dialogProps.ts'
import findings from './Findings.module.css'
import styles from './Geometry.module.css'
import { useChangeFlow } from './useChangeFlow.ts'

const KEYS = [SITE_KEY]

/** The form of what is noted of a junction: how its phases are called, and what its streets are like. */
export function SiteDialog({ view, opened, onClose }: DialogProps) {
  const t = useTexts('settings', 'geometry')
  const device = useTexts('device')
  const number = useNumberText()
  const flow = useChangeFlow({
    view,
    scope: 'SERVER_SCOPE',
    keys: KEYS,
    fallback: t('failed'),
    onSaved: () => notifySuccess(t('saved')),
    onClose,
  })
  const [begun] = useState(() => siteTexts(view.site))
  const [typed, setTyped] = useState(begun)
  const { edit, faults } = parseSiteForm(typed)
  const lost = oddWithoutField(parseSite(flow.current[SITE_KEY]).odd)
  const set = (key: string) => (text: string) => setTyped((before) => ({ ...before, [key]: text }))

  const errorOf = (key: string) => {
    const fault = faults.get(key)
    if (fault === undefined) return undefined
    const { min = 0, max = LONGEST_PHASE_NAME } = SITE_FIELD_RANGES.get(key) ?? {}
    return t(`faults.${fault}`, { min: number(min), max: number(max) })
  }
  const numberField = (field: (typeof PHASE_FIELDS)[number] | (typeof WHOLE_FIELDS)[number], key: string) => (
    <DecimalField
      key={field}
      label={device(`site.${field}`)}
      value={typed[key] ?? ''}
      error={errorOf(key)}
      onChange={set(key)}
    />
  )
  return (
    <ChangeDialog
      opened={opened}
      flow={flow}
      view={view}
      findings={[]}
      lead={<strong>{device('site.title')}</strong>}
      onClose={onClose}
      form={{
        title: device('site.title'),
        size: 'lg',
        submitLabel: t('save'),
        typed: {
          initial: begun,
          values: typed,
          restore: (kept) => setTyped((before) => ({ ...before, ...asTexts(kept) })),
        },
        onSubmit: (event) => {
          event.preventDefault()
          if (edit) flow.ask(siteToWrite(flow.current[SITE_KEY], edit))
        },
        children: (
          <>
            <ConflictNote flow={flow} typed={typed} onTakeTheirs={() => setTyped(siteTexts(view.site))} />
            <p className={findings.hint}>{t('hint')}</p>
            {lost.map(({ field, value }) => (
              <p key={field} className={findings.note} data-bad>
                {t('unread', { field: field || SITE_KEY, value: shownValue(value) })}
              </p>
            ))}
            {PHASES.map((phase) => {
              const nameKey = phaseFieldKey(phase, 'name')
              return (
                <fieldset key={phase} className={styles.group}>
                  <legend>
                    <Term of="phase">{device('phase', { phase })}</Term>
                  </legend>
                  <TextInput
                    label={device('site.name')}
                    placeholder={t('namePlaceholder')}
                    autoComplete="off"
                    value={typed[nameKey] ?? ''}
                    error={errorOf(nameKey)}
                    onChange={(event) => set(nameKey)(event.currentTarget.value)}
                    data-autofocus={phase === 1 || undefined}
                  />
                  <div className={styles.fields}>
                    {PHASE_FIELDS.map((field) => numberField(field, phaseFieldKey(phase, field)))}
                  </div>
                </fieldset>
              )
            })}
            <fieldset className={styles.group}>
              <legend>{t('whole')}</legend>
              <div className={styles.fields}>
                {WHOLE_FIELDS.map((field) => numberField(field, siteMemberKey(field)))}
              </div>
            </fieldset>
          </>
        ),
      }}
    />
  )
}
