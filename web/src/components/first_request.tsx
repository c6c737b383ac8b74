/** What newcomers of the API need: the base URL, and a first request to copy. */
import { CopyableText } from './copy.tsx'

export function FirstRequest() {
  const { origin } = window.location
  return (
    <>
      <CopyableText label="In a terminal" text={`curl -H "Authorization: Bearer TOKEN" ${origin}/api/1.0/users/me`} />
      <CopyableText label="Base URL for clients" text={`${origin}/api/1.0`} />
    </>
  )
}
