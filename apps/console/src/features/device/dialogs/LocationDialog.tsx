import { hasErrors } from '@greenwave/controller/checks/finding'
import { checkLocation } from '@greenwave/controller/checks/location'
import { parseNumber } from '@greenwave/controller/integer'
import { LATITUDE_KEY, LONGITUDE_KEY } from '@greenwave/controller/keys'
import { Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isCoordinateTyping, type Place, parseLocation, roundCoordinate } from '../../../data/device/location.ts'
import { useFindingText } from '../../../shared/useFindingText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { asTexts } from '../../../ui/forms/typedForm.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { shortName } from '../model/deviceView.ts'
import { LazyMap } from '../parts/LazyMap.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { ConflictNote } from './ConflictNote.tsx'
import type { DialogProps } from './dialogProps.ts'
import { FindingNotes } from './FindingNotes.tsx'
import styles from './Findings.module.css'
import { useChangeFlow } from './useChangeFlow.ts'

const KEYS = [LATITUDE_KEY, LONGITUDE_KEY]

function asTyped(place: Place | null): Readonly<Record<string, string>> {
  return place
    ? {
        [LATITUDE_KEY]: String(roundCoordinate(place.latitude)),
        [LONGITUDE_KEY]: String(roundCoordinate(place.longitude)),
      }
    : { [LATITUDE_KEY]: '', [LONGITUDE_KEY]: '' }
}

/** The dialog "Set Device Location": two coordinates, typed or chosen by a click on the map. */
export function LocationDialog({ view, opened, onClose }: DialogProps) {
  const t = useTexts('device')
  const dialog = useTexts('settings', 'dialogs')
  const findingText = useFindingText()
  const flow = useChangeFlow({
    view,
    scope: 'SERVER_SCOPE',
    keys: KEYS,
    fallback: dialog('errors.location'),
    onSaved: () => notifySuccess(dialog('success.location')),
    onClose,
  })
  const [begun] = useState(() => asTyped(parseLocation(view.server)))
  const [typed, setTyped] = useState(begun)
  const [sent, setSent] = useState(false)
  const latitude = typed[LATITUDE_KEY] ?? ''
  const longitude = typed[LONGITUDE_KEY] ?? ''
  const findings = checkLocation(latitude, longitude)
  const warnings = findings.filter((finding) => finding.level === 'warning')
  const place = hasErrors(findings) ? null : placeOf(latitude, longitude)
  return (
    <ChangeDialog
      view={view}
      opened={opened}
      flow={flow}
      findings={warnings}
      lead={<strong>{dialog('form.locationTitle')}</strong>}
      onClose={onClose}
      form={{
        title: dialog('form.locationTitle'),
        size: 'lg',
        submitLabel: dialog('form.saveLocation'),
        typed: {
          initial: begun,
          values: typed,
          restore: (kept) => setTyped((now) => ({ ...now, ...asTexts(kept) })),
        },
        onSubmit: (event) => {
          event.preventDefault()
          setSent(true)
          if (place) flow.ask({ ...place })
        },
        children: (
          <>
            <ConflictNote
              flow={flow}
              typed={typed}
              onTakeTheirs={() => setTyped(asTyped(parseLocation(view.server)))}
            />
            <div className={styles.grid}>
              <CoordinateField
                label={dialog('form.latitude')}
                hint={dialog('form.latitudeHint')}
                value={latitude}
                error={errorOf(LATITUDE_KEY, latitude, dialog('form.latitude'))}
                onChange={(text) => setTyped({ ...typed, [LATITUDE_KEY]: text })}
                autoFocus
              />
              <CoordinateField
                label={dialog('form.longitude')}
                hint={dialog('form.longitudeHint')}
                value={longitude}
                error={errorOf(LONGITUDE_KEY, longitude, dialog('form.longitude'))}
                onChange={(text) => setTyped({ ...typed, [LONGITUDE_KEY]: text })}
              />
            </div>
            <FindingNotes findings={warnings} />
            <Stack gap="sm">
              <LazyMap place={place} name={shortName(view)} onPick={(picked) => setTyped(asTyped(picked))} />
              <p className={styles.hint}>{t('form.pick')}</p>
            </Stack>
          </>
        ),
      }}
    />
  )
  /** Returns the error of a field: for an empty field only after the form was sent, for a wrong value at once. */
  function errorOf(key: string, text: string, label: string): string | undefined {
    if (text === '') return sent ? dialog('form.required', { field: label }) : undefined
    const finding = findings.find(({ field, level }) => field === key && level === 'error')
    return finding && findingText(finding)
  }
}

interface CoordinateFieldProps {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
  readonly autoFocus?: boolean
}

/** A field that accepts an optional minus sign, digits and one decimal point only. */
function CoordinateField({ label, hint, value, error, onChange, autoFocus }: CoordinateFieldProps) {
  return (
    <TextInput
      label={label}
      description={hint}
      required
      withAsterisk={false}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      error={error}
      onChange={({ currentTarget }) => isCoordinateTyping(currentTarget.value) && onChange(currentTarget.value)}
      data-autofocus={autoFocus || undefined}
    />
  )
}

/** Returns the place that two texts name; null if one of them is no number. */
function placeOf(latitude: string, longitude: string): Place | null {
  const north = parseNumber(latitude)
  const east = parseNumber(longitude)
  if (north === undefined || east === undefined) return null
  return { latitude: roundCoordinate(north), longitude: roundCoordinate(east) }
}
