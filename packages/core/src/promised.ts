/**
 * Returns the promise of `act` itself, or one that rejects with what it throws. An async function would wrap the promise in another, which
 * somebody would have to wait for.
 */
export function promised<T>(act: () => Promise<T>): Promise<T> {
  try {
    return act();
  } catch (error) {
    return Promise.reject(error);
  }
}
