import { LATITUDE_KEY, LONGITUDE_KEY } from '@greenwave/controller/keys'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { type Place, placeText, roundCoordinate } from '../../../data/device/location.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { errorText } from '../../../data/errorText.ts'
import { fetchAttributeValues, newChangeIdentity, saveChangeMutation } from '../../../data/queries/deviceAttributes.ts'
import { dateText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { LazyMap } from '../parts/LazyMap.tsx'
import styles from './Commissioning.module.css'
import { type StepProps, StepTag } from './StepTag.tsx'

/** A position that is at least as accurate as this is taken at once, metres. A junction is about as wide. */
const GOOD_M = 30
/** A phone that looks for satellites needs some time, milliseconds. */
const PATIENCE_MS = 20_000

const placeOf = ({ place }: DeviceState) => place

/** A position of the phone, or a click on the map (accuracy null), that is not stored yet. */
interface Found extends Place {
  readonly accuracyM: number | null
}

/** Where the junction is: the position of the phone with its accuracy, or a place on the map. */
export function PlaceStep({ deviceId, name, record, onStep }: StepProps) {
  const t = useTexts('admin', 'commissioning')
  const stored = useDevice(deviceId, placeOf)
  const [found, setFound] = useState<Found | null>(null)
  const [problem, setProblem] = useState<'refused' | 'noPosition' | 'noGeolocation' | null>(null)
  const [looking, setLooking] = useState(false)
  const { mutateAsync } = useMutation(saveChangeMutation(deviceId, 'SERVER_SCOPE'))
  const saving = useMutation({
    mutationFn: async ({ latitude, longitude, accuracyM }: Found) => {
      const present = await fetchAttributeValues(deviceId, 'SERVER_SCOPE')
      const values = { [LATITUDE_KEY]: latitude, [LONGITUDE_KEY]: longitude }
      await mutateAsync({ identity: newChangeIdentity(), values, present, why: '' })
      await onStep((now, mark) => ({ ...now, place: { ...mark, accuracyM } }))
    },
    onSuccess: () => setFound(null),
  })

  function locate(): void {
    setProblem(null)
    if (!('geolocation' in navigator) || !isSecureContext) {
      setProblem('noGeolocation')
      return
    }
    setLooking(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLooking(false)
        const accuracyM = Math.max(1, Math.round(coords.accuracy))
        const place = { ...rounded(coords), accuracyM }
        setFound(place)
        if (accuracyM <= GOOD_M) saving.mutate(place)
      },
      ({ code, PERMISSION_DENIED }) => {
        setLooking(false)
        setProblem(code === PERMISSION_DENIED ? 'refused' : 'noPosition')
      },
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 0 },
    )
  }

  const accuracy = record?.place?.accuracyM
  return (
    <Card title={t('place.title')} tags={<StepTag isDone={record?.place !== undefined} />}>
      <p className={styles.hint}>
        {stored ? placeText(stored) : t('place.none')}
        {record?.place && ` · ${accuracy == null ? t('place.chosen') : t('place.accuracy', { metres: accuracy })}`}
        {record?.place && ` · ${dateText(record.place.at)}`}
      </p>
      <div className={styles.actions}>
        <Button loading={looking || saving.isPending} onClick={locate}>
          {t('place.locate')}
        </Button>
        {found && !saving.isPending && (
          <Button variant="default" onClick={() => saving.mutate(found)}>
            {found.accuracyM === null ? t('place.save') : t('place.saveRough', { metres: found.accuracyM })}
          </Button>
        )}
        {!found && stored && !record?.place && (
          <Button variant="default" onClick={() => saving.mutate({ ...stored, accuracyM: null })}>
            {t('place.keep')}
          </Button>
        )}
      </div>
      {found && found.accuracyM !== null && found.accuracyM > GOOD_M && (
        <p className={styles.reason}>{t('place.rough', { metres: found.accuracyM })}</p>
      )}
      {problem && <p className={styles.reason}>{t(`place.${problem}`)}</p>}
      {saving.error && <ErrorText>{errorText(saving.error, t('saveFailed'))}</ErrorText>}
      <LazyMap
        place={found ?? stored}
        name={name}
        onPick={(picked) => setFound({ ...rounded(picked), accuracyM: null })}
      />
      <p className={styles.hint}>{t('place.pick')}</p>
    </Card>
  )
}

const rounded = ({ latitude, longitude }: Place): Place => ({
  latitude: roundCoordinate(latitude),
  longitude: roundCoordinate(longitude),
})
