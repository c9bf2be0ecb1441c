/** The picture of the clip with the effects whose submissions the simulated GPU has finished. */
export function Preview() {
  return <section aria-label="Preview" className="preview" />
}
