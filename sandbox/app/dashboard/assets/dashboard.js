// What the pages do beyond links and forms; without it, they still work.
const SERIES = { clicks: '#3b82f6', leads: '#d97706', sales: '#16a34a' };

function drawCharts(root) {
	for (const canvas of root.querySelectorAll('canvas[data-days]:not([data-drawn])')) {
		canvas.dataset.drawn = '';
		const days = JSON.parse(canvas.dataset.days);
		new Chart(canvas, {
			type: 'line',
			data: {
				labels: days.map(({ start }) => start.slice(0, 10)),
				datasets: Object.entries(SERIES).map(([name, color]) => ({
					label: name,
					data: days.map((day) => day[name]),
					borderColor: color,
					backgroundColor: color,
					pointRadius: 0,
				})),
			},
			options: { animation: false },
		});
	}
}

let journeys;

/** A journey every few seconds, as long as the page is open. */
function playOn(input) {
	clearInterval(journeys);
	const seconds = Number(input.value);
	input.nextElementSibling.textContent = seconds > 0 ? `every ${seconds} seconds` : 'off';
	if (seconds > 0) {
		journeys = setInterval(() => {
			const form = document.querySelector('#journey');
			if (form)
				void fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
		}, seconds * 1000);
	}
}

document.addEventListener('click', ({ target }) => {
	const { copy } = target.dataset ?? {};
	if (copy === undefined) return;
	void navigator.clipboard.writeText(copy);
	target.textContent = 'Copied';
});

document.addEventListener('input', ({ target }) => {
	if (target.id === 'every') playOn(target);
	if (target.id === 'only') document.querySelector('.live').dataset.only = target.value;
});

document.addEventListener('htmx:sseBeforeMessage', (event) => {
	if (document.querySelector('#pause')?.checked) event.preventDefault();
});

document.addEventListener('htmx:load', ({ target }) => {
	drawCharts(target.parentNode ?? document);
	if (!document.querySelector('#every')) clearInterval(journeys);
});
