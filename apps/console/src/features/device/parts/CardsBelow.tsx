import type { OpenDialog } from '../model/deviceDialog.ts'
import { AttributesCard } from './AttributesCard.tsx'
import { ImageCard } from './ImageCard.tsx'

interface CardsBelowProps {
  readonly deviceId: string
  /** The name of the device. */
  readonly name: string
  readonly onOpen: OpenDialog | undefined
}

/** The last cards of a device, which are loaded after its lamps and settings are shown. */
export function CardsBelow({ deviceId, name, onOpen }: CardsBelowProps) {
  return (
    <>
      <ImageCard deviceId={deviceId} name={name} onOpen={onOpen} />
      <AttributesCard deviceId={deviceId} />
    </>
  )
}
