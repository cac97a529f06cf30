/**
 * Lets go of a video that has left the page. Without this it holds its connection until the browser cleans up, and a
 * browser has six to a server: after some videos nothing else would come through.
 */
export function releaseWhenGone(video: HTMLVideoElement | null): () => void {
  return () => {
    window.setTimeout(() => {
      if (!video || video.isConnected) return;
      video.removeAttribute('src');
      video.load();
    });
  };
}
